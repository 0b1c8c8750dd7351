// The communities of a graph in the caller's arrays, on the CPU: what a library needs from this
// folder.
#pragma once

#include <vector>

#include "extensions/louvain/fraction.hpp"
#include "graph/read_options.hpp"
#include "graph/view.hpp"

namespace handshake::louvain {

struct FindOptions {
  Fraction resolution;
  int threads = 0;      // 0: as many as the machine has
  bool levels = false;  // also return the communities of every level
  // At most one per node. A loop adds twice its weight to the degree of its node.
  std::vector<SelfLoop> loops = {};
};

// The communities after a contraction. Each community of a level is a union of communities of the
// level before.
struct FoundLevel {
  Buffer<Node> communities;  // [numNodes], numbered in the order of their first members
  double modularity = 0;
};

struct Found {
  Node count = 0;
  double modularity = 0;
  std::vector<FoundLevel> levels;  // if requested: the finest first, before nodes move again
};

// Writes the community of every node to communities[0 .. numNodes - 1]. Communities are numbered in
// the order of their first members. Nothing is random; the same for every number of threads. Takes 4
// or 8 bytes per directed edge for the weights as whole numbers. The graph must be symmetric:
// otherwise this function may read outside its arrays. Throws GraphError if a weight is negative or
// not finite, InputError if all weights together are too large or too small, and std::bad_alloc.
Found find(const graph::View& graph, const FindOptions& options, Node* communities);

// The modularity (Newman and Girvan 2004, with the resolution of Reichardt and Bornholdt 2006) of
// the given communities, which are numbers from 0 to numNodes - 1. It is computed exactly, and then
// rounded. If all weights together are 0, it is 0. Throws what find() throws.
double modularity(const graph::View& graph, const FindOptions& options,
                  graph::Span<Node> communities);

}  // namespace handshake::louvain
