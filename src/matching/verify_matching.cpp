// The verifier. For each property, a parallel search finds the first node that violates the
// property. Then this node is checked again, to make the message.
#include "matching/verify_matching.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <variant>

#include "graph/parallel.hpp"
#include "matching/edge_order.hpp"

namespace handshake {
namespace {

constexpr int kAllThreads = 0;
constexpr std::int64_t kNodesPerBlock = 4096;

// Returns the smallest node for which is_bad(node) is true, or kUnmatched when there is none.
template <class IsBad>
Node first_node(Node numNodes, const IsBad& is_bad) {
  std::atomic<std::int64_t> first{numNodes};
  for_each_number(numNodes, kNodesPerBlock, kAllThreads, [&](std::int64_t v) {
    std::int64_t smallest = first.load(std::memory_order_relaxed);
    if (v >= smallest || !is_bad(static_cast<Node>(v))) return;
    while (v < smallest && !first.compare_exchange_weak(smallest, v)) {
    }
  });
  return first < numNodes ? static_cast<Node>(first) : kUnmatched;
}

std::string name(Node v) {
  return "node " + std::to_string(v);
}

std::string pair_of(Node v, Node u) {
  return std::to_string(v) + " and " + std::to_string(u);
}

// Tries 6, 10, 15 and 17 digits, and returns the first text from which a program reads exactly the
// same number.
template <class Weight>
std::string weight_text(Weight weight) {
  char text[32];
  for (const int digits : {6, 10, 15, 17}) {
    std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(weight));
    if (static_cast<Weight>(std::strtod(text, nullptr)) == weight) break;
  }
  return text;
}

// Checks whether the array is a matching, and whether this matching is maximal.
class PlainChecks {
 public:
  PlainChecks(const CsrGraph& graph, MatchesView matches) : graph_(graph), matches_(matches) {}

  MatchingVerdict check(Demand demand) const {
    if (matches_.size() != static_cast<std::size_t>(graph_.numNodes)) {
      return {MatchingFault::kWrongSize, kUnmatched,
              "there are " + std::to_string(matches_.size()) + " partners for " +
                  std::to_string(graph_.numNodes) + " nodes"};
    }
    const auto fault_at = [this](Node v) { return fault_of(v) != MatchingFault::kNone; };
    const Node bad = first_node(graph_.numNodes, fault_at);
    if (bad != kUnmatched) return {fault_of(bad), bad, words_about_partner(bad)};
    if (demand == Demand::kMatching) return {};
    const auto has_open_edge = [this](Node v) { return open_neighbor(v) != kUnmatched; };
    const Node open = first_node(graph_.numNodes, has_open_edge);
    if (open == kUnmatched) return {};
    return {MatchingFault::kNotMaximal, open,
            "nodes " + pair_of(open, open_neighbor(open)) + " are neighbors and both unmatched"};
  }

 private:
  MatchingFault fault_of(Node v) const {
    const MatchingFault fault = partner_fault(matches_, v);
    if (fault != MatchingFault::kNone || matches_[v] == kUnmatched) return fault;
    return find_edge(graph_, v, matches_[v]) < 0 ? MatchingFault::kNotNeighbors : fault;
  }

  std::string words_about_partner(Node v) const {
    const Node u = matches_[v];
    switch (fault_of(v)) {
      case MatchingFault::kNoSuchNode:
        return name(v) + " has partner " + std::to_string(u) + ", but nodes are 0 to " +
               std::to_string(graph_.numNodes - 1) + " and unmatched is -1";
      case MatchingFault::kOwnPartner:
        return name(v) + " is its own partner";
      case MatchingFault::kNotMutual:
        return name(v) + " has partner " + std::to_string(u) + ", but " + name(u) +
               (matches_[u] == kUnmatched ? std::string(" is unmatched")
                                          : " has partner " + std::to_string(matches_[u]));
      default:
        return "nodes " + pair_of(v, u) + " are partners but not neighbors";
    }
  }

  // Returns an unmatched neighbor of v. Returns kUnmatched if v is matched, or if all its neighbors
  // are matched.
  Node open_neighbor(Node v) const {
    if (matches_[v] != kUnmatched) return kUnmatched;
    for (EdgeIndex e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
      if (matches_[graph_.neighbors[e]] == kUnmatched) return graph_.neighbors[e];
    }
    return kUnmatched;
  }

  const CsrGraph& graph_;
  MatchesView matches_;
};

// Searches for an edge that blocks the matching: each of its two ends is unmatched, or prefers this
// edge to its matched edge. `matches` must be a matching.
template <class Weight>
class StabilityCheck {
 public:
  StabilityCheck(const CsrGraph& graph, const Buffer<Weight>& weights, MatchesView matches,
                 TieRule rule)
      : graph_(graph),
        weights_(weights),
        matches_(matches),
        order_(graph, weights, rule),
        matched_edges_(graph.numNodes) {
    for_each_number(graph.numNodes, kNodesPerBlock, kAllThreads, [&](std::int64_t v) {
      const bool is_matched = matches[v] != kUnmatched;
      matched_edges_[v] = is_matched ? find_edge(graph, static_cast<Node>(v), matches[v]) : -1;
    });
  }

  MatchingVerdict check() const {
    const Node v = first_node(graph_.numNodes, [this](Node v) { return blocking_edge(v) >= 0; });
    if (v == kUnmatched) return {};
    const EdgeIndex e = blocking_edge(v);
    const Node u = graph_.neighbors[e];
    return {MatchingFault::kNotStable, v,
            "nodes " + pair_of(v, u) + " are neighbors with weight " + weight_text(weights_[e]) +
                " and prefer each other: " + situation(v) + ", " + situation(u)};
  }

 private:
  // Returns an edge of v that blocks the matching, or -1.
  EdgeIndex blocking_edge(Node v) const {
    for (EdgeIndex e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
      const EdgeFrom edge = {v, e};
      if (would_rather(v, edge) && would_rather(graph_.neighbors[e], edge)) return e;
    }
    return -1;
  }

  bool would_rather(Node v, EdgeFrom edge) const {
    return matches_[v] == kUnmatched || order_(edge, {v, matched_edges_[v]});
  }

  std::string situation(Node v) const {
    if (matches_[v] == kUnmatched) return name(v) + " is unmatched";
    return name(v) + " has partner " + std::to_string(matches_[v]) + " with weight " +
           weight_text(weights_[matched_edges_[v]]);
  }

  const CsrGraph& graph_;
  const Buffer<Weight>& weights_;
  MatchesView matches_;
  EdgeOrder<Weight> order_;
  Buffer<EdgeIndex> matched_edges_;  // one per node; -1 for an unmatched node
};

}  // namespace

MatchingVerdict verify_matching(const CsrGraph& graph, MatchesView matches, Demand demand,
                                TieRule rule) {
  MatchingVerdict verdict = PlainChecks(graph, matches).check(demand);
  if (!verdict.ok() || demand != Demand::kStable) return verdict;
  return std::visit(
      [&](const auto& weights) { return StabilityCheck(graph, weights, matches, rule).check(); },
      graph.weights);
}

}  // namespace handshake
