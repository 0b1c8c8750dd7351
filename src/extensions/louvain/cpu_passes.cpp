// A pass has a sub-round for each color. First, all nodes of the color decide, based on the state
// at the start of the sub-round. Then they move. So the result does not depend on the order of
// threads.
#include "extensions/louvain/cpu_passes.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "extensions/louvain/cpu_choice.hpp"
#include "extensions/louvain/cpu_hub.hpp"
#include "extensions/louvain/cpu_vector.hpp"
#include "extensions/louvain/neighbor_sums.hpp"
#include "graph/parallel.hpp"
#include "graph/progress.hpp"

namespace handshake::louvain {
namespace {

constexpr std::int64_t kEdgesOfThread = 1 << 15;
constexpr std::int64_t kNodes = 1 << 14;  // the most nodes that a thread takes at once
constexpr std::int64_t kAhead = 12;       // lists are prefetched this many nodes ahead
constexpr EdgeIndex kLines = 3;           // prefetch about this many cache lines of each list
constexpr std::int64_t kFewMovers = 32;   // if fewer nodes move, one thread moves them

// Several threads may add to the same word at the same time: the addition is atomic, and sums of
// whole numbers do not depend on the order.
template <class T>
void add(T* word, T value) {
  __atomic_fetch_add(word, value, __ATOMIC_RELAXED);
}

template <class InputWeight, class Numbers>
class Passes {
 public:
  Passes(const LevelGraph& level, const ColorOrder& order, const PassRules& rules,
         PassMemory* memory, Buffer<Node>* communities)
      : level_(level),
        neighbors_(level.neighbors.data()),
        weights_(std::get<Buffer<InputWeight>>(level.weights).data()),
        order_(order),
        rules_(rules),
        gains_(gains_of<Value>(*rules.problem)),
        threads_(threads_for(level, rules.threads)),
        memory_(*memory),
        facts_(memory),
        community_(communities->data()) {
    for_nodes([&](Node v) {
      facts_.set(v, 0, 0);
      memory_.active[v] = 1;
    });
    add_up_facts();
  }

  int run(int most, std::int64_t* scanned) {
    const Progress progress;
    const Wide least = gain_of(*rules_.problem, rules_.threshold);
    Wide squares = sum_of_squares();
    int pass = 0;
    while (pass < most) {
      ++pass;
      inside_ = 0;
      copy(community_, memory_.before.data());
      for (const ColorOrder::Color& color : order_.colors) sub_round(color);
      const Wide before = squares;
      squares = sum_of_squares();
      // The gain in modularity, multiplied by resolution.under * total^2.
      const Wide gain = static_cast<Wide>(inside_) * gains_.edge_factor -
                        (squares - before) * gains_.strength_factor;
      if (gain <= 0) copy(memory_.before.data(), community_);
      progress.report(1 - std::ldexp(1, -pass));  // a guess: each pass takes half of what is left
      if (gain < least || gain <= 0) break;
    }
    *scanned += scanned_;
    return pass;
  }

 private:
  using Value = typename Numbers::Value;
  using Sum = typename Numbers::Sum;
  using Color = ColorOrder::Color;
  using Choice = CpuChoice<Numbers>;
  using Judge = CpuJudge<Numbers>;
  static constexpr bool kVectors =
      std::is_same_v<InputWeight, std::int32_t> && std::is_same_v<Numbers, NarrowNumbers>;

  // Adds up the strengths and sizes of all communities. Many nodes may be in the same community. To
  // save atomic additions, a thread first computes the sums for one part of the nodes.
  void add_up_facts() {
    constexpr std::int64_t kPart = 1 << 13;
    for_each_part((level_.nodes + kPart - 1) / kPart, threads_, [&](std::int64_t part) {
      struct Facts {
        Node community = 0, size = 0;
        Weight strength = 0;
      };
      constexpr int kKept = 256;
      Facts kept[kKept];
      const auto give = [&](const Facts& facts) {
        if (facts.size > 0) facts_.add(facts.community, facts.strength, facts.size);
      };
      const auto end = static_cast<Node>(std::min<std::int64_t>(level_.nodes, (part + 1) * kPart));
      for (auto v = static_cast<Node>(part * kPart); v < end; ++v) {
        Facts& facts = kept[community_[v] % kKept];
        if (facts.community != community_[v]) {
          give(facts);
          facts = {community_[v], 0, 0};
        }
        ++facts.size;
        facts.strength += level_.strengths[v];
      }
      for (const Facts& facts : kept) give(facts);
    });
  }

  template <class Visit>
  void for_nodes(const Visit& visit) const {
    const std::int64_t part = std::clamp<std::int64_t>(level_.nodes / threads_ / 2, 1, kNodes);
    for_each_number(level_.nodes, part, threads_,
                    [&](std::int64_t v) { visit(static_cast<Node>(v)); });
  }

  void copy(const Node* from, Node* to) const {
    for_nodes([&](Node v) { to[v] = from[v]; });
  }

  // Each node with a long list is a block of its own. All other blocks have several nodes with
  // short lists. Returns the number of nodes in such a block.
  std::int64_t nodes_of_block(const Color& color) const {
    return std::clamp<std::int64_t>((color.end - color.begin) / threads_ / 8, 16, 512);
  }

  // Calls visit(block, begin, end) for the blocks of a color, from block `first` on. The block has
  // the nodes at the positions begin .. end - 1.
  template <class Visit>
  void for_blocks(const Color& color, std::int64_t first, int threads, const Visit& visit) const {
    const std::int64_t size = nodes_of_block(color), light = color.begin + color.heavy;
    const std::int64_t blocks = color.heavy + (color.end - light + size - 1) / size;
    for_each_part(blocks - first, threads, [&](std::int64_t part) {
      const std::int64_t block = first + part;
      if (block < color.heavy) return visit(block, color.begin + block, color.begin + block + 1);
      const std::int64_t begin = light + (block - color.heavy) * size;
      visit(block, begin, std::min(color.end, begin + size));
    });
  }

  void sub_round(const Color& color) {
    if (color.begin == color.end) return;
    moving_.assign(color.heavy + (color.end - color.begin) / nodes_of_block(color) + 2, 0);
    movers_ = 0;
    for (std::int64_t hub = 0; hub < color.hubs; ++hub) decide_for_hub(color, hub);
    for_blocks(color, color.hubs, threads_,
               [&](std::int64_t block, std::int64_t begin, std::int64_t end) {
                 decide(block, begin, end);
               });
    if (movers_ == 0) return;
    const int threads = movers_ < kFewMovers ? 1 : threads_;
    const auto for_movers = [&](std::int64_t first, const auto& visit) {
      for_blocks(color, first, threads,
                 [&](std::int64_t block, std::int64_t begin, std::int64_t /*end*/) {
                   const Node* const moving = &memory_.movers[begin];
                   visit(moving, moving + moving_[block]);
                 });
    };
    for_movers(0, [&](const Node* begin, const Node* end) {
      for (const Node* v = begin; v < end; ++v) {
        if (v + kAhead < end) ask_for_facts(v[kAhead]);
        leave(*v);
      }
    });
    for (std::int64_t hub = 0; hub < color.hubs; ++hub) {
      if (moving_[hub] > 0) change_of_hub(order_.nodes[color.begin + hub]);
    }
    for_movers(color.hubs, [&](const Node* begin, const Node* end) {
      Weight inside = 0;
      for (const Node* v = begin; v < end; ++v) {
        inside += change_of(*v, level_.offsets[*v], level_.offsets[*v + 1]);
      }
      add(&inside_, inside);
    });
    for_movers(0, [&](const Node* begin, const Node* end) {
      for (const Node* v = begin; v < end; ++v) community_[*v] = memory_.next[*v];
    });
  }

  void decide(std::int64_t block, std::int64_t begin, std::int64_t end) {
    thread_local NeighborSums<Sum> sums;
    const Node* const nodes = order_.nodes.data();
    std::int64_t scanned = 0, moving = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      if (i + kAhead < end) ask_for_list(nodes[i + kAhead]);
      const Node v = nodes[i];
      if (!memory_.active[v]) continue;
      memory_.active[v] = 0;
      scanned += level_.offsets[v + 1] - level_.offsets[v];
      const Node best = choice(v, &sums);
      memory_.next[v] = best;
      memory_.movers[begin + moving] = v;
      moving += best != community_[v];
    }
    moving_[block] = moving;
    add(&scanned_, scanned);
    if (moving > 0) add(&movers_, moving);
  }

  // Prefetches the data that the decision of node v will read.
  void ask_for_list(Node v) const {
    if (!memory_.active[v]) return;
    constexpr EdgeIndex kLine = 16;
    const EdgeIndex begin = level_.offsets[v];
    const EdgeIndex end = std::min(level_.offsets[v + 1], begin + kLines * kLine);
    for (EdgeIndex e = begin; e < end + kLine; e += kLine) {
      __builtin_prefetch(neighbors_ + e);
      __builtin_prefetch(weights_ + e);
    }
    __builtin_prefetch(&level_.strengths[v]);
  }
  Node choice(Node v, NeighborSums<Sum>* sums) const {
    const EdgeIndex begin = level_.offsets[v], degree = level_.offsets[v + 1] - begin;
    const Node own = community_[v];
    const Judge judge(gains_, facts_, rules_.colors, v, level_.strengths[v], own);
#ifdef __x86_64__
    if constexpr (kVectors) {
      if (degree <= kFew && kVectorInstructions == VectorInstructions::kAvx512) {
        FewSums few;
        add_up_few(neighbors_ + begin, weights_ + begin, degree, community_, own, &few);
        Choice choice = judge.stay(few.weight[0]);
        for (int i = 1; i < few.count; ++i) judge.offer(few.community[i], few.weight[i], &choice);
        return choice.best;
      }
    }
#endif
    sums->start(degree + 1);
    sums->add(own, 0);
    for (EdgeIndex e = begin; e < begin + degree; ++e) {
      const Node c = community_[neighbors_[e]];
      facts_.ask_for(c);
      sums->add(c, static_cast<Sum>(weights_[e]));
    }
    Choice choice = judge.stay(sums->weight(0));
    for (std::size_t i = 1; i < sums->size(); ++i) {
      judge.offer(sums->community(i), sums->weight(i), &choice);
    }
    return choice.best;
  }

  void decide_for_hub(const Color& color, std::int64_t hub) {
    const Node v = order_.nodes[color.begin + hub];
    if (!memory_.active[v]) return;
    memory_.active[v] = 0;
    if (hub_totals_.empty()) hub_totals_.assign(level_.nodes, 0);
    const EdgeIndex begin = level_.offsets[v], degree = level_.offsets[v + 1] - begin;
    scanned_ += degree;
    const Node own = community_[v];
    const Judge judge(gains_, facts_, rules_.colors, v, level_.strengths[v], own);
    const EdgeList<InputWeight> list{neighbors_ + begin, weights_ + begin, degree};
    memory_.next[v] = choice_of_hub(list, community_, own, judge, threads_, &hub_totals_);
    memory_.movers[color.begin + hub] = v;
    moving_[hub] = memory_.next[v] != own;
    movers_ += moving_[hub];
  }

  void ask_for_facts(Node v) const {
    facts_.ask_for(community_[v]);
    facts_.ask_for(memory_.next[v]);
  }

  // Updates the strength and size of the old and the new community. Makes the number in community_
  // negative, so that later steps know that the node is about to leave its community.
  void leave(Node v) {
    const Node from = community_[v];
    facts_.add(from, -level_.strengths[v], -1);
    facts_.add(memory_.next[v], level_.strengths[v], 1);
    community_[v] = ~from;
  }

  void change_of_hub(Node v) {
    const EdgeIndex begin = level_.offsets[v], end = level_.offsets[v + 1];
    const EdgeIndex size = (end - begin) / threads_ / 4 + 1;
    for_each_part((end - begin + size - 1) / size, threads_, [&](std::int64_t part) {
      const EdgeIndex first = begin + part * size;
      add(&inside_, change_of(v, first, std::min(end, first + size)));
    });
  }

  // Returns by how much the weight within communities grows when v moves. Counts only the edges
  // from begin to end. If both ends of an edge move, each of them counts the edge once; if only one
  // end moves, that end counts it in both directions.
  // Neighbors that are not in the new community become active, because they may want to move now.
  Weight change_of(Node v, EdgeIndex begin, EdgeIndex end) {
    const Node from = ~community_[v], to = memory_.next[v];
#ifdef __x86_64__
    if constexpr (kVectors) {
      if (kVectorInstructions == VectorInstructions::kAvx512) {
        return change_by_vectors({from, to, community_, memory_.next.data(), memory_.active.data()},
                                 neighbors_ + begin, weights_ + begin, end - begin);
      }
    }
#endif
    Weight change = 0;
    for (EdgeIndex e = begin; e < end; ++e) {
      const Node u = neighbors_[e];
      Node was = community_[u], is = was;
      Weight weight = 2 * Weight{weights_[e]};
      if (was < 0) {
        was = ~was;
        is = memory_.next[u];
        weight = weights_[e];
      }
      change += (is == to ? weight : 0) - (was == from ? weight : 0);
      if ((is != to) & !__atomic_load_n(&memory_.active[u], __ATOMIC_RELAXED)) {
        __atomic_store_n(&memory_.active[u], 1, __ATOMIC_RELAXED);
      }
    }
    return change;
  }

  Wide sum_of_squares() const {
    const std::int64_t size = std::clamp<std::int64_t>(level_.nodes / threads_ / 2, 1, kNodes);
    std::vector<Wide> sums((level_.nodes + size - 1) / size);
    for_each_part(static_cast<std::int64_t>(sums.size()), threads_, [&](std::int64_t part) {
      const auto end = static_cast<Node>(std::min<std::int64_t>(level_.nodes, (part + 1) * size));
      Wide sum = 0;
      for (auto c = static_cast<Node>(part * size); c < end; ++c) {
        sum += static_cast<Wide>(facts_.strength(c)) * facts_.strength(c);
      }
      sums[part] = sum;
    });
    Wide sum = 0;
    for (const Wide part : sums) sum += part;
    return sum;
  }

  const LevelGraph& level_;
  const Node* neighbors_;
  const InputWeight* weights_;
  const ColorOrder& order_;
  const PassRules rules_;
  const Gains<Value> gains_;
  const int threads_;
  PassMemory& memory_;
  CommunityFacts<Numbers> facts_;
  Node* community_;
  std::vector<std::int64_t> moving_;  // [block] how many of its nodes move
  std::vector<Sum> hub_totals_;       // [community] weight of a hub's edges to it; 0 after each hub
  std::int64_t movers_ = 0;
  Weight inside_ = 0;  // by how much the weight within communities has grown in this pass
  std::int64_t scanned_ = 0;
};

}  // namespace

int threads_for(const LevelGraph& level, int wanted) {
  return static_cast<int>(
      std::clamp<std::int64_t>(level.edges() / kEdgesOfThread, 1, thread_count(wanted)));
}

int improve_on_cpu(const LevelGraph& level, const ColorOrder& order, const PassRules& rules,
                   int passes, PassMemory* memory, Buffer<Node>* communities,
                   std::int64_t* scanned) {
  const bool narrow = fits_narrow(*rules.problem);
  return std::visit(
      [&](const auto& weights) {
        using InputWeight = typename std::decay_t<decltype(weights)>::value_type;
        const auto run = [&](auto passes_over) { return passes_over.run(passes, scanned); };
        if (narrow) {
          return run(Passes<InputWeight, NarrowNumbers>(level, order, rules, memory, communities));
        }
        return run(Passes<InputWeight, WideNumbers>(level, order, rules, memory, communities));
      },
      level.weights);
}

}  // namespace handshake::louvain
