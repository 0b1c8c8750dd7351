// Members of a community are brought together; a thread adds up the edges of one community at a time.
#include "extensions/louvain/contract.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "extensions/louvain/neighbor_sums.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kCommunities = 64;  // that a thread takes at once

struct Members {
  std::vector<std::int64_t> starts;  // [count + 1]
  Buffer<Node> nodes;                // of community c: starts[c] .. starts[c + 1]
};

Members members_of(const LevelGraph& level, const Buffer<Node>& communities, Node count) {
  Members members{std::vector<std::int64_t>(count + 1), Buffer<Node>(level.nodes)};
  for (const Node c : communities) ++members.starts[c + 1];
  for (Node c = 0; c < count; ++c) members.starts[c + 1] += members.starts[c];
  std::vector<std::int64_t> place = members.starts;
  for (Node v = 0; v < level.nodes; ++v) members.nodes[place[communities[v]]++] = v;
  return members;
}

class Contractor {
 public:
  Contractor(const LevelGraph& level, const Buffer<Node>& communities, Node count, int threads)
      : level_(level),
        communities_(communities),
        count_(count),
        threads_(threads),
        members_(members_of(level, communities, count)),
        rows_((count + kCommunities - 1) / kCommunities),
        degrees_(count),
        loops_(count),
        strengths_(count) {}

  Contraction run() {
    for_each_part(static_cast<std::int64_t>(rows_.size()), threads_, [&](std::int64_t part) {
      NeighborSums sums;
      const Node end = static_cast<Node>(std::min<std::int64_t>(count_, (part + 1) * kCommunities));
      for (Node c = static_cast<Node>(part * kCommunities); c < end; ++c) {
        add_up(c, &sums, &rows_[part]);
      }
    });
    Contraction made;
    made.node_of = number_nodes();
    lay_out(made.node_of, &made.graph);
    return made;
  }

 private:
  using Entry = NeighborSums::Entry;

  void add_up(Node c, NeighborSums* sums, std::vector<Entry>* row) {
    std::int64_t most = 0;
    for (std::int64_t i = members_.starts[c]; i < members_.starts[c + 1]; ++i) {
      const Node v = members_.nodes[i];
      most += level_.offsets[v + 1] - level_.offsets[v];
    }
    sums->start(std::min<std::int64_t>(most, count_));
    loops_[c] = strengths_[c] = 0;
    std::visit(
        [&](const auto& weights) {
          for (std::int64_t i = members_.starts[c]; i < members_.starts[c + 1]; ++i) {
            const Node v = members_.nodes[i];
            loops_[c] += level_.loops[v];
            strengths_[c] += level_.strengths[v];
            for (EdgeIndex e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e) {
              sums->add(communities_[level_.neighbors[e]], weights[e]);
            }
          }
        },
        level_.weights);
    const std::size_t before = row->size();
    for (const Entry& entry : sums->entries()) {
      if (entry.community == c) {
        loops_[c] += entry.weight;
      } else {
        row->push_back(entry);
      }
    }
    std::sort(row->begin() + static_cast<std::ptrdiff_t>(before), row->end(),
              [](const Entry& a, const Entry& b) { return a.community < b.community; });
    degrees_[c] = static_cast<EdgeIndex>(row->size() - before);
  }

  Buffer<Node> number_nodes() {
    Buffer<Node> node_of(count_);
    Node next = 0;
    for (Node c = 0; c < count_; ++c) {
      if (degrees_[c] > 0) node_of[c] = next++;
    }
    nodes_ = next;
    for (Node c = 0; c < count_; ++c) {
      if (degrees_[c] == 0) node_of[c] = next++;
    }
    return node_of;
  }

  void lay_out(const Buffer<Node>& node_of, LevelGraph* graph) const {
    graph->nodes = nodes_;
    graph->offsets = Buffer<EdgeIndex>(nodes_ + 1);
    graph->loops = Buffer<Weight>(nodes_);
    graph->strengths = Buffer<Weight>(nodes_);
    graph->offsets[0] = 0;
    Weight total = 0;
    for (Node c = 0; c < count_; ++c) {
      total += strengths_[c];
      if (degrees_[c] == 0) continue;
      const Node v = node_of[c];
      graph->offsets[v + 1] = graph->offsets[v] + degrees_[c];
      graph->loops[v] = loops_[c];
      graph->strengths[v] = strengths_[c];
    }
    graph->neighbors = Buffer<Node>(graph->edges());
    if (total <= std::numeric_limits<std::int32_t>::max()) {
      graph->weights = fill<std::int32_t>(node_of, graph);
    } else {
      graph->weights = fill<std::int64_t>(node_of, graph);
    }
  }

  template <class Out>
  Buffer<Out> fill(const Buffer<Node>& node_of, LevelGraph* graph) const {
    Buffer<Out> weights(graph->edges());
    for_each_part(static_cast<std::int64_t>(rows_.size()), threads_, [&](std::int64_t part) {
      const Node first = static_cast<Node>(part * kCommunities);
      const Node end = static_cast<Node>(std::min<std::int64_t>(count_, (part + 1) * kCommunities));
      Node c = first;
      while (c < end && degrees_[c] == 0) ++c;
      if (c == end) return;
      EdgeIndex e = graph->offsets[node_of[c]];
      for (const Entry& entry : rows_[part]) {
        graph->neighbors[e] = node_of[entry.community];
        weights[e++] = static_cast<Out>(entry.weight);
      }
    });
    return weights;
  }

  const LevelGraph& level_;
  const Buffer<Node>& communities_;
  const Node count_;
  const int threads_;
  const Members members_;
  std::vector<std::vector<Entry>> rows_;  // of kCommunities communities each
  std::vector<EdgeIndex> degrees_;
  std::vector<Weight> loops_, strengths_;
  Node nodes_ = 0;
};

}  // namespace

Node number_by_first_member(Buffer<Node>* communities) {
  std::vector<Node> number(communities->size(), -1);
  Node count = 0;
  for (Node& community : *communities) {
    if (number[community] < 0) number[community] = count++;
    community = number[community];
  }
  return count;
}

Contraction contract_on_cpu(const LevelGraph& level, const Buffer<Node>& communities, Node count,
                            int threads) {
  return Contractor(level, communities, count, threads).run();
}

}  // namespace handshake
