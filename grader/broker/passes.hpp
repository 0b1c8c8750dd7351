// Computes what the arrays of every pass of a matching should contain. The loops are serial.
// They must be fast, because their time is added to every run of a program.
#pragma once

#include <string>
#include <vector>

namespace handshake::broker {

constexpr int kUnmatched = -1;

// The handout's edge list: every undirected edge appears twice, sorted by src and then by dst.
struct EdgeList {
  int numNodes = 0;
  std::vector<int> src, dst, weight;
  int numEdges() const { return static_cast<int>(src.size()); }
};

// Reads the file that graph_recipes.py writes. Throws std::runtime_error.
EdgeList read_edges(const std::string& path);

struct Pass {
  EdgeList edges;
  std::vector<int> strongNeighbor;
  std::vector<int> before;      // matches at the start of the pass
  std::vector<int> matches;     // matches after the handshakes
  std::vector<int> keepEdges;   // numEdges elements
  std::vector<int> newIndices;  // numEdges + 1 elements

  bool is_last() const { return newIndices.back() == 0; }
};

Pass first_pass(const EdgeList& graph);
// The pass after `pass`; `pass` must not be the last one.
Pass next_pass(const Pass& pass);

}  // namespace handshake::broker
