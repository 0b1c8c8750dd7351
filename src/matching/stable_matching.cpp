// Computes the stable matching with chains of nodes. Each node of a chain is the best unmatched
// neighbor of the node before it. Each edge of a chain is better than the edge before it, so every
// chain ends. Then the last two nodes of the chain prefer each other to all other unmatched nodes,
// and they are matched.
#include "matching/stable_matching.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <variant>

#include "graph/buffer.hpp"
#include "graph/parallel.hpp"
#include "matching/edge_order.hpp"
#include "matching/matching.hpp"

namespace handshake {
namespace {

class ChainMatcher {
 public:
  explicit ChainMatcher(const CsrGraph& graph)
      : graph_(graph),
        wishes_(graph.numEdges()),
        next_wish_(graph.numNodes),
        matches_(graph.numNodes, kUnmatched) {}

  std::vector<Node> run(TieRule rule) {
    std::visit([&](const auto& weights) { sort_wishes(EdgeOrder(graph_, weights, rule)); },
               graph_.weights);
    for (Node v = 0; v < graph_.numNodes; ++v) {
      if (matches_[v] == kUnmatched) match_chain_from(v);
    }
    return std::move(matches_);
  }

 private:
  template <class Order>
  void sort_wishes(const Order& order) {
    constexpr int kAllThreads = 0;
    constexpr std::int64_t kBlock = 1024;
    for_each_part((graph_.numNodes + kBlock - 1) / kBlock, kAllThreads, [&](std::int64_t block) {
      std::vector<EdgeIndex> row;
      const std::int64_t end = std::min<std::int64_t>(graph_.numNodes, (block + 1) * kBlock);
      for (std::int64_t v = block * kBlock; v < end; ++v) {
        sort_wishes_of(static_cast<Node>(v), order, row);
      }
    });
  }

  // The wishes of v are its neighbors, the best first. `row` is scratch memory, which a thread uses
  // again for each of its nodes.
  template <class Order>
  void sort_wishes_of(Node v, const Order& order, std::vector<EdgeIndex>& row) {
    next_wish_[v] = graph_.offsets[v];
    row.resize(graph_.offsets[v + 1] - graph_.offsets[v]);
    std::iota(row.begin(), row.end(), graph_.offsets[v]);
    std::sort(row.begin(), row.end(),
              [&](EdgeIndex a, EdgeIndex b) { return order({v, a}, {v, b}); });
    std::transform(row.begin(), row.end(), wishes_.data() + graph_.offsets[v],
                   [&](EdgeIndex e) { return graph_.neighbors[e]; });
  }

  // Returns the best unmatched neighbor of v. A neighbor that was found to be matched is never
  // checked again, because a matched node stays matched.
  Node best_of(Node v) {
    EdgeIndex& wish = next_wish_[v];
    while (wish < graph_.offsets[v + 1] && matches_[wishes_[wish]] != kUnmatched) ++wish;
    return wish < graph_.offsets[v + 1] ? wishes_[wish] : kUnmatched;
  }

  void match_chain_from(Node start) {
    std::vector<Node> chain = {start};
    while (!chain.empty()) {
      const Node last = chain.back();
      const Node best = best_of(last);
      if (best == kUnmatched) {
        chain.pop_back();
      } else if (chain.size() >= 2 && chain[chain.size() - 2] == best) {
        matches_[last] = best;
        matches_[best] = last;
        chain.resize(chain.size() - 2);
      } else {
        chain.push_back(best);
      }
    }
  }

  const CsrGraph& graph_;
  Buffer<Node> wishes_;          // the neighbors of each node in its order of preference
  Buffer<EdgeIndex> next_wish_;  // for each node: the index of its next wish
  std::vector<Node> matches_;
};

}  // namespace

std::vector<Node> stable_matching(const CsrGraph& graph, TieRule rule) {
  return ChainMatcher(graph).run(rule);
}

}  // namespace handshake
