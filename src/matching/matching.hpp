// A matching in memory (one partner per node), and functions that describe it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/csr.hpp"

namespace handshake {

constexpr Node kUnmatched = -1;

// matches[v] is the partner of node v, or kUnmatched. The view does not own the array.
class MatchesView {
 public:
  MatchesView(const Node* data, std::size_t size) : data_(data), size_(size) {}
  // A view of any array with data() and size(), such as std::vector or Buffer.
  template <class Array>
  MatchesView(const Array& array) : data_(array.data()), size_(array.size()) {}  // NOLINT

  std::size_t size() const { return size_; }
  const Node& operator[](std::size_t v) const { return data_[v]; }

 private:
  const Node* data_;
  std::size_t size_;
};

// What can be wrong with a matching, the worst fault first.
enum class MatchingFault {
  kNone,
  kWrongSize,
  kNoSuchNode,
  kOwnPartner,
  kNotMutual,
  kNotNeighbors,
  kNotMaximal,
  kNotStable,
};

// Checks the partner of v without the graph. Returns kNone, kNoSuchNode, kOwnPartner or kNotMutual.
// This function is defined in the header, so that the program match can use it without the library
// of this folder.
inline MatchingFault partner_fault(MatchesView matches, Node v) {
  const Node u = matches[v];
  if (u == kUnmatched) return MatchingFault::kNone;
  if (u < 0 || static_cast<std::size_t>(u) >= matches.size()) return MatchingFault::kNoSuchNode;
  if (u == v) return MatchingFault::kOwnPartner;
  return matches[u] == v ? MatchingFault::kNone : MatchingFault::kNotMutual;
}

// Returns the index of the directed edge from v to u, or -1 when v and u are not neighbors.
EdgeIndex find_edge(const CsrGraph& graph, Node v, Node u);

std::int64_t count_matched_edges(MatchesView matches);

// Returns the sum of the weights of the matched edges, each counted once. The sum is exactly the
// same for every number of threads. Throws std::invalid_argument when a matched pair is not an edge
// of the graph.
double matching_weight(const CsrGraph& graph, MatchesView matches);

}  // namespace handshake
