// The communities of a graph in the caller's arrays, on the CPU: what a library needs from this
// folder.
#pragma once

#include "extensions/louvain/fraction.hpp"
#include "graph/view.hpp"

namespace handshake::louvain {

struct FindOptions {
  Fraction resolution;
  int threads = 0;  // 0: as many as the machine has
};

struct Found {
  Node count = 0;
  double modularity = 0;
};

// Writes the community of every node to communities[0 .. numNodes - 1]. Communities are numbered in
// the order of their first members. Nothing is random; the same for every number of threads. Takes 4
// or 8 bytes per directed edge for the weights as whole numbers. The graph must be symmetric:
// otherwise this function may read outside its arrays. Throws GraphError if a weight is negative or
// not finite, InputError if all weights together are too large or too small, and std::bad_alloc.
Found find(const graph::View& graph, const FindOptions& options, Node* communities);

}  // namespace handshake::louvain
