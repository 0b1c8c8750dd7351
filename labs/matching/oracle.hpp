// Computes the right results, with plain serial code that has nothing in common with the kernels.
#pragma once

#include <vector>

#include "labs/matching/edge_list.hpp"

namespace handshake::suite {

// Handout, "Graph Matching": for each node, the other end of its heaviest edge. If several edges
// have the largest weight, the neighbor with the smallest index counts. For a node without an edge,
// the value is kUnmatched.
std::vector<int> strongest_neighbors(const EdgeList& graph);

// Handout, "Update Matches": the array `matches` after all handshakes that follow from
// strongNeighbor.
std::vector<int> matches_after_handshakes(const std::vector<int>& strongNeighbor,
                                          const std::vector<int>& matches);

// Handout, "Edges Filtering": 1 for an edge whose ends are both unmatched, otherwise 0.
std::vector<int> edges_to_keep(const EdgeList& graph, const std::vector<int>& matches);

// Handout, "Get New Edge Indices": newSum after one launch of the scan kernel. With distance 0,
// the last element of `sums` is ignored.
std::vector<int> after_scan_step(const std::vector<int>& sums, int distance);

// The distances with which the host launches the scan kernel for numEdges edges: 0, 1, 2, 4, ...
std::vector<int> scan_distances(int numEdges);

// Handout, "Filter Edges".
EdgeList kept_edges(const EdgeList& graph, const std::vector<int>& keepEdges);

// The arrays of one pass, with the right values.
struct Pass {
  EdgeList edges;
  std::vector<int> strongNeighbor;
  std::vector<int> matches;     // after the handshakes
  std::vector<int> keepEdges;   // numEdges elements
  std::vector<int> newIndices;  // numEdges + 1 elements
};

// Every pass of the matching; `matches` of the last pass is the result.
std::vector<Pass> all_passes(const EdgeList& graph);
std::vector<int> expected_matches(const EdgeList& graph);

}  // namespace handshake::suite
