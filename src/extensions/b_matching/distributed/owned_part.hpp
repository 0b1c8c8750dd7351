// The rows of one rank, in its own memory. The rank has read them from a binary file, or has cut
// them out of a whole graph that it generated or read.
#pragma once

#include <cstdint>
#include <string>

#include "extensions/b_matching/distributed/graph_part.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake::b_matching {

struct OwnedPart {
  Ranges ranges;
  int rank = 0;
  std::int64_t all_edges = 0;  // directed edges of the whole graph
  Buffer<EdgeIndex> offsets;   // [own nodes + 1]
  Buffer<Node> neighbors;
  Weights weights;
  Buffer<std::int32_t> degrees;  // of all nodes, only for TieRule::kDegree

  Node first() const { return ranges.first(rank); }
  Node nodes() const { return ranges.first(rank + 1) - first(); }
  // Returns a view. `bounds` has one element per own node. Both `bounds` and this object must
  // outlive the view.
  GraphPart part(const Buffer<std::int32_t>& bounds, TieRule ties) const;
};

// Reads or makes the rows of one rank; `input` is a file or the spec of a generated graph. A rank
// reads only its own rows of a binary file, so no rank knows whether the graph is symmetric: see
// imbalance(). Throws InputError.
OwnedPart read_owned_part(const std::string& input, TieRule ties, int ranks, int rank);

// A sum over the edges of the rank's own nodes. The total of all ranks is 0 if every edge is stored
// at both ends with the same weight; otherwise it is 0 only with a probability of 2^-64. All ranks
// must use the same secret.
std::uint64_t imbalance(const GraphPart& part, std::uint64_t secret);

}  // namespace handshake::b_matching
