// A pass has a sub-round for each color. In a sub-round the nodes of the color decide by what was
// there before it, and then all of them move. So nothing depends on the order of threads.
#include "extensions/louvain/cpu_passes.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "extensions/louvain/move_rule.hpp"
#include "extensions/louvain/neighbor_sums.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kBlock = 512;  // nodes that a thread takes at once
constexpr std::int64_t kEdgesOfThread = 1 << 15;

// Words that several threads may change or read at once. Sums do not depend on the order.
template <class T>
void add(T* word, T value) {
  __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}

template <class InputWeight, class Value>
class Passes {
 public:
  Passes(const LevelGraph& level, const PassRules& rules, Buffer<Node>* communities)
      : level_(level),
        weights_(std::get<Buffer<InputWeight>>(level.weights).data()),
        rules_(rules),
        gains_(gains_of<Value>(*rules.problem)),
        threads_(threads_for(level, rules.threads)),
        community_(*communities),
        next_(level.nodes),
        best_(level.nodes),
        totals_(level.nodes, 0),
        sizes_(level.nodes, 0),
        active_(level.nodes, 1) {
    order_by_color();
    for (Node v = 0; v < level_.nodes; ++v) {
      next_[v] = best_[v] = community_[v];
      totals_[community_[v]] += level_.strengths[v];
      ++sizes_[community_[v]];
    }
  }

  int run(int most, std::int64_t* scanned) {
    const Wide least = gain_of(*rules_.problem, rules_.threshold);
    Wide squares = sum_of_squares();
    Wide gained = 0;  // since the start, times under * total^2
    Wide most_gained = 0;
    int pass = 0;
    while (pass < most) {
      ++pass;
      inside_ = 0;
      for (int color = 0; color < rules_.colors; ++color) {
        decide(color);
        move(color);
      }
      const Wide before = squares;
      squares = sum_of_squares();
      const Wide gain = static_cast<Wide>(inside_) * gains_.edge_factor -
                        (squares - before) * gains_.strength_factor;
      gained += gain;
      if (gained > most_gained) {
        most_gained = gained;
        std::copy(community_.begin(), community_.end(), best_.begin());
      }
      if (gain < least || gain <= 0) break;
    }
    std::copy(best_.begin(), best_.end(), community_.begin());
    *scanned += scanned_;
    return pass;
  }

 private:
  void order_by_color() {
    starts_.assign(rules_.colors + 1, 0);
    const auto has_edges = [&](Node v) { return level_.offsets[v] < level_.offsets[v + 1]; };
    for (Node v = 0; v < level_.nodes; ++v) {
      if (has_edges(v)) ++starts_[color_of(v, rules_.colors) + 1];
    }
    for (int color = 0; color < rules_.colors; ++color) starts_[color + 1] += starts_[color];
    std::vector<std::int64_t> place = starts_;
    order_ = Buffer<Node>(starts_.back());
    for (Node v = 0; v < level_.nodes; ++v) {
      if (has_edges(v)) order_[place[color_of(v, rules_.colors)]++] = v;
    }
  }

  template <class Visit>
  void for_blocks(int color, const Visit& visit) {
    const std::int64_t begin = starts_[color], end = starts_[color + 1];
    for_each_part((end - begin + kBlock - 1) / kBlock, threads_, [&](std::int64_t part) {
      visit(order_.data() + begin + part * kBlock,
            order_.data() + std::min(end, begin + (part + 1) * kBlock));
    });
  }

  void decide(int color) {
    for_blocks(color, [&](const Node* begin, const Node* end) {
      thread_local NeighborSums sums;
      std::int64_t scanned = 0;
      for (const Node* v = begin; v < end; ++v) {
        if (!active_[*v]) continue;
        active_[*v] = 0;
        scanned += level_.offsets[*v + 1] - level_.offsets[*v];
        next_[*v] = choice(*v, &sums);
      }
      add(&scanned_, scanned);
    });
  }

  Node choice(Node v, NeighborSums* sums) const {
    const EdgeIndex begin = level_.offsets[v], end = level_.offsets[v + 1];
    const Node own = community_[v];
    sums->start(end - begin);
    for (EdgeIndex e = begin; e < end; ++e) {
      sums->add(community_[level_.neighbors[e]], weights_[e]);
    }
    const Weight strength = level_.strengths[v];
    Node best = own;
    Value best_value = gains_.value(sums->to(own), strength, totals_[own] - strength);
    for (const auto& [community, weight] : sums->entries()) {
      if (community == own || would_swap(v, community)) continue;
      const Value value = gains_.value(weight, strength, totals_[community]);
      if (value > best_value || (value == best_value && best != own && community < best)) {
        best = community;
        best_value = value;
      }
    }
    return best;
  }

  // Two nodes that are alone would only change places if each joined the other in one sub-round.
  bool would_swap(Node v, Node community) const {
    const Node own = community_[v];
    return own < community && sizes_[own] == 1 && sizes_[community] == 1 &&
           color_of(community, rules_.colors) == color_of(v, rules_.colors);
  }

  // Neighbors that are not in the new community may want to move now. An edge between two nodes
  // that move is counted by each of them, another one by its only mover, in both directions.
  void move(int color) {
    for_blocks(color, [&](const Node* begin, const Node* end) {
      Weight inside = 0;
      for (const Node* v = begin; v < end; ++v) {
        if (next_[*v] != community_[*v]) inside += change_of(*v);
      }
      add(&inside_, inside);
    });
    for_blocks(color, [&](const Node* begin, const Node* end) {
      for (const Node* v = begin; v < end; ++v) community_[*v] = next_[*v];
    });
  }

  Weight change_of(Node v) {
    const Node from = community_[v], to = next_[v];
    add(&totals_[from], -level_.strengths[v]);
    add(&totals_[to], level_.strengths[v]);
    add(&sizes_[from], -1);
    add(&sizes_[to], 1);
    Weight change = 0;
    for (EdgeIndex e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e) {
      const Node u = level_.neighbors[e];
      const Node was = community_[u], is = next_[u];
      const Weight weight = was == is ? 2 * Weight{weights_[e]} : Weight{weights_[e]};
      if (is == to) {
        change += weight;
      } else {
        __atomic_store_n(&active_[u], 1, __ATOMIC_RELAXED);
      }
      if (was == from) change -= weight;
    }
    return change;
  }

  Wide sum_of_squares() {
    constexpr std::int64_t kPart = 1 << 16;
    std::vector<Wide> sums((level_.nodes + kPart - 1) / kPart);
    for_each_part(static_cast<std::int64_t>(sums.size()), threads_, [&](std::int64_t part) {
      const std::int64_t end = std::min<std::int64_t>(level_.nodes, (part + 1) * kPart);
      Wide sum = 0;
      for (std::int64_t c = part * kPart; c < end; ++c) {
        sum += static_cast<Wide>(totals_[c]) * totals_[c];
      }
      sums[part] = sum;
    });
    Wide sum = 0;
    for (const Wide part : sums) sum += part;
    return sum;
  }

  const LevelGraph& level_;
  const InputWeight* weights_;
  const PassRules rules_;
  const Gains<Value> gains_;
  const int threads_;
  Buffer<Node>& community_;
  Buffer<Node> next_;  // equal to community_ but for nodes that decided to move
  Buffer<Node> best_;
  std::vector<Weight> totals_;  // [community] strength
  std::vector<Node> sizes_;     // [community] nodes
  std::vector<std::uint8_t> active_;
  std::vector<std::int64_t> starts_;  // [color]
  Buffer<Node> order_;                // nodes with edges, by color
  Weight inside_ = 0;                 // what the weight within communities grew by in this pass
  std::int64_t scanned_ = 0;
};

}  // namespace

int threads_for(const LevelGraph& level, int wanted) {
  return static_cast<int>(
      std::clamp<std::int64_t>(level.edges() / kEdgesOfThread, 1, thread_count(wanted)));
}

int improve_on_cpu(const LevelGraph& level, const PassRules& rules, int passes,
                   Buffer<Node>* communities, std::int64_t* scanned) {
  const bool narrow = fits_narrow(*rules.problem);
  return std::visit(
      [&](const auto& weights) {
        using InputWeight = typename std::decay_t<decltype(weights)>::value_type;
        if (narrow) {
          return Passes<InputWeight, std::int64_t>(level, rules, communities).run(passes, scanned);
        }
        return Passes<InputWeight, Wide>(level, rules, communities).run(passes, scanned);
      },
      level.weights);
}

}  // namespace handshake
