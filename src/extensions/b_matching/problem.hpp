// The problem: a graph, and how many partners each of its nodes may have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "graph/csr.hpp"
#include "matching/b_matching.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::b_matching {

// The problem in arrays that somebody else owns.
struct ProblemView {
  Node nodes = 0;
  const EdgeIndex* offsets = nullptr;  // [nodes + 1]
  const Node* neighbors = nullptr;
  const std::int32_t* bounds = nullptr;  // [nodes] may be 0, or larger than the degree
  TieRule ties = TieRule::kIndex;

  EdgeIndex edges() const { return nodes == 0 ? 0 : offsets[nodes]; }
  EdgeIndex degree(Node v) const { return offsets[v + 1] - offsets[v]; }
  // How many partners v can have: min(b, degree).
  std::int32_t places(Node v) const {
    return static_cast<std::int32_t>(std::min<EdgeIndex>(bounds[v], degree(v)));
  }
};

struct Problem {
  CsrGraph graph;
  Bounds bounds;  // [graph.numNodes]
  TieRule ties = TieRule::kIndex;

  ProblemView view() const {
    return {graph.numNodes, graph.offsets.data(), graph.neighbors.data(), bounds.data(), ties};
  }
  EdgeIndex degree(Node v) const { return view().degree(v); }
  std::int32_t places(Node v) const { return view().places(v); }
};

constexpr std::int32_t kMostPartners = 2147483647;

// The same b for every node.
Bounds same_bounds(Node nodes, std::int32_t b);

// Reads a file with one whole number for each node, in the order of the nodes, separated by spaces
// or line ends. Lines that begin with '%' are comments. A file may be compressed with gzip. Throws
// InputError if a word is not a number from 0 to kMostPartners, or if there are too few or too many
// numbers.
Bounds read_bounds(const std::string& path, Node nodes);

}  // namespace handshake::b_matching
