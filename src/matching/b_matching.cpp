// Computes the weight of a b-matching, and verifies the list of partners and the edges of every
// node.
#include "matching/b_matching.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>
#include <variant>

#include "graph/parallel.hpp"
#include "matching/edge_order.hpp"
#include "matching/matching.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kBlock = 4096;
constexpr int kAllThreads = 0;

// Adds up the weights of the matched edges in each block of nodes, and then adds the sums in the
// order of the blocks. So rounding does not depend on the number of threads.
template <class Weight>
double sum_of_matched(const CsrGraph& graph, const Buffer<Weight>& weights,
                      const BMatching& matching) {
  using Sum = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;
  Buffer<Sum> sums((graph.numNodes + kBlock - 1) / kBlock);
  for_each_part(static_cast<std::int64_t>(sums.size()), kAllThreads, [&](std::int64_t block) {
    Sum sum = 0;
    const std::int64_t end = std::min<std::int64_t>(graph.numNodes, (block + 1) * kBlock);
    for (std::int64_t v = block * kBlock; v < end; ++v) {
      for (EdgeIndex i = matching.offsets[v]; i < matching.offsets[v + 1]; ++i) {
        const Node u = matching.partners[i];
        if (u > v) sum += weights[find_edge(graph, static_cast<Node>(v), u)];
      }
    }
    sums[block] = sum;
  });
  Sum sum = 0;
  for (const Sum part : sums) sum += part;
  return static_cast<double>(sum);
}

template <class Weight>
class Verifier {
 public:
  Verifier(const CsrGraph& graph, const Buffer<Weight>& weights, const Bounds& bounds,
           const BMatching& matching, TieRule rule)
      : graph_(graph), bounds_(bounds), matching_(matching), order_(graph, weights, rule) {}

  // Checks the lists first, because the checks of edges rely on correct lists.
  std::string fault() const {
    const std::string lists = first([this](Node v) { return fault_of_list(v); });
    return lists.empty() ? first([this](Node v) { return blocking_edge(v); }) : lists;
  }

 private:
  template <class FaultOf>
  std::string first(const FaultOf& fault_of) const {
    std::atomic<std::int64_t> smallest{graph_.numNodes};
    for_each_number(graph_.numNodes, kBlock, kAllThreads, [&](std::int64_t v) {
      std::int64_t seen = smallest;
      if (v >= seen || fault_of(static_cast<Node>(v)).empty()) return;
      while (v < seen && !smallest.compare_exchange_weak(seen, v)) {
      }
    });
    return smallest < graph_.numNodes ? fault_of(static_cast<Node>(smallest)) : std::string();
  }

  std::string fault_of_list(Node v) const {
    const std::string name = "node " + std::to_string(v);
    if (count(v) > bounds_[v]) {
      return name + " has " + std::to_string(count(v)) + " partners, but may have at most " +
             std::to_string(bounds_[v]);
    }
    for (EdgeIndex i = begin(v); i < begin(v + 1); ++i) {
      const Node u = matching_.partners[i];
      if (u < 0 || u >= graph_.numNodes || find_edge(graph_, v, u) < 0) {
        return name + " has partner " + std::to_string(u) + ", which is not a neighbor";
      }
      if (i > begin(v) && !order_(edge(v, matching_.partners[i - 1]), edge(v, u))) {
        return name + " has partner " + std::to_string(u) + " twice, or in the wrong order";
      }
      if (!has(u, v)) {
        return name + " has partner " + std::to_string(u) + ", but node " + std::to_string(u) +
               " does not have partner " + std::to_string(v);
      }
    }
    return {};
  }

  std::string blocking_edge(Node v) const {
    for (EdgeIndex e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
      const Node u = graph_.neighbors[e];
      if (would_take(v, {v, e}) && would_take(u, {v, e}) && !has(v, u)) {
        return "nodes " + std::to_string(v) + " and " + std::to_string(u) +
               " are not partners, but each has a free place or a worse partner";
      }
    }
    return {};
  }

  EdgeIndex begin(Node v) const { return matching_.offsets[v]; }
  EdgeIndex count(Node v) const { return begin(v + 1) - begin(v); }
  EdgeFrom edge(Node v, Node u) const { return {v, find_edge(graph_, v, u)}; }
  bool has(Node v, Node u) const {
    const Node* const partners = matching_.partners.data();
    return std::find(partners + begin(v), partners + begin(v + 1), u) != partners + begin(v + 1);
  }
  bool would_take(Node v, EdgeFrom e) const {
    if (count(v) < bounds_[v]) return true;
    return count(v) > 0 && order_(e, edge(v, matching_.partners[begin(v + 1) - 1]));
  }

  const CsrGraph& graph_;
  const Bounds& bounds_;
  const BMatching& matching_;
  EdgeOrder<Weight> order_;
};

// Whether the offsets describe lists of partners, so that the lists can be read.
bool has_shape(const CsrGraph& graph, const BMatching& matching) {
  const auto& offsets = matching.offsets;
  return offsets.size() == static_cast<std::size_t>(graph.numNodes) + 1 && offsets[0] == 0 &&
         std::is_sorted(offsets.begin(), offsets.end()) &&
         offsets[graph.numNodes] == static_cast<EdgeIndex>(matching.partners.size());
}

}  // namespace

bool operator==(const BMatching& a, const BMatching& b) {
  return std::equal(a.offsets.begin(), a.offsets.end(), b.offsets.begin(), b.offsets.end()) &&
         std::equal(a.partners.begin(), a.partners.end(), b.partners.begin(), b.partners.end());
}

double b_matching_weight(const CsrGraph& graph, const BMatching& matching) {
  return std::visit([&](const auto& weights) { return sum_of_matched(graph, weights, matching); },
                    graph.weights);
}

std::string b_matching_fault(const CsrGraph& graph, const Bounds& bounds, const BMatching& matching,
                             TieRule rule) {
  if (!has_shape(graph, matching)) return "the offsets do not describe lists of partners";
  return std::visit(
      [&](const auto& weights) { return Verifier(graph, weights, bounds, matching, rule).fault(); },
      graph.weights);
}

}  // namespace handshake
