// The graphs of the suite: the handout's edge list, and ways to make one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suite/random.hpp"

namespace handshake::suite {

constexpr int kUnmatched = -1;  // the handout: "We use -1 to represent UNMATCHED"

// One undirected edge.
struct Edge {
  int from, to, weight;
};

// The handout's edge list: every undirected edge appears twice, sorted by src and then by dst.
struct EdgeList {
  int numNodes = 0;
  std::vector<int> src, dst, weight;
  int numEdges() const { return static_cast<int>(src.size()); }
  bool operator==(const EdgeList& other) const {
    return numNodes == other.numNodes && src == other.src && dst == other.dst &&
           weight == other.weight;
  }
};

// Makes the edge list of undirected edges. An edge that appears twice keeps its heavier weight, and
// an edge from a node to itself is dropped. The program `match` does the same when it reads a file.
EdgeList make_edge_list(int numNodes, const std::vector<Edge>& edges);

// The undirected edges, each once, with from < to.
std::vector<Edge> undirected_edges(const EdgeList& graph);

// Each weight is a random number in this range. A small range leads to many equal weights.
struct WeightRange {
  int smallest, largest;
};

EdgeList random_graph(uint64_t seed, int numNodes, int edges, WeightRange weights);
EdgeList star_graph(uint64_t seed, int numNodes, int center, WeightRange weights);
EdgeList path_graph(const std::vector<int>& weights);
// The five nodes and six edges of the handout's figure: strongest neighbors 1 3 3 2 3.
EdgeList handout_graph();

// These functions support the part of the Matrix Market coordinate format that the suite needs. If
// a line is wrong, read_mtx throws std::runtime_error with the file and the line. write_mtx throws
// when the file cannot be written.
EdgeList read_mtx(const std::string& path);
void write_mtx(const std::string& path, const EdgeList& graph, const std::string& comment);

}  // namespace handshake::suite
