// The part of the graph on one rank: the rows of its own nodes, which are consecutive. This is a
// view: the arrays belong to a whole graph (simulated ranks) or to the rows that a rank has read.
#pragma once

#include <cstdint>
#include <variant>

#include "extensions/b_matching/distributed/offer.hpp"
#include "graph/csr.hpp"

namespace handshake::b_matching {

// Which rank owns which nodes. As in Khan et al. 2016, each rank owns a range of consecutive nodes,
// and all ranges have about the same size. If there are more ranks than nodes, some ranks own no
// node.
struct Ranges {
  Node nodes = 0;
  int ranks = 1;

  Node first(int rank) const {
    return static_cast<Node>(static_cast<std::int64_t>(nodes) * rank / ranks);
  }
  int owner(Node v) const {
    return static_cast<int>(((static_cast<std::int64_t>(v) + 1) * ranks - 1) / nodes);
  }
};

using WeightsView = std::variant<const std::int32_t*, const float*, const double*>;

struct GraphPart {
  Ranges ranges;
  int rank = 0;
  Node first = 0;  // the rank's nodes are first .. first + nodes - 1
  Node nodes = 0;
  // [nodes + 1]. The edges of node first + i are at offsets[i] - base .. offsets[i + 1] - base - 1
  // in the arrays `neighbors` and `weights`.
  const EdgeIndex* offsets = nullptr;
  EdgeIndex base = 0;
  const Node* neighbors = nullptr;  // numbers in the whole graph
  WeightsView weights;
  const std::int32_t* bounds = nullptr;  // [nodes] how many partners each node may have
  TieRule ties = TieRule::kIndex;
  const std::int32_t* degrees = nullptr;  // [ranges.nodes], only for TieRule::kDegree

  EdgeIndex row(Node i) const { return offsets[i] - base; }
  EdgeIndex degree(Node i) const { return offsets[i + 1] - offsets[i]; }
  bool owns(Node v) const { return v >= first && v - first < nodes; }
  OfferOrder order() const { return {ties, degrees}; }
};

// The part of `rank`, as a view of a whole graph in memory. `graph`, `bounds` and `degrees` must
// outlive the view. `bounds` and `degrees` have an element for each node of the graph; only
// TieRule::kDegree needs `degrees`.
GraphPart part_of(const CsrGraph& graph, const Buffer<std::int32_t>& bounds, TieRule ties,
                  const Buffer<std::int32_t>& degrees, int ranks, int rank);

Buffer<std::int32_t> degrees_of(const CsrGraph& graph);

}  // namespace handshake::b_matching
