// See passes.hpp.
#include "broker/passes.hpp"

#include <fstream>
#include <stdexcept>
#include <utility>

namespace handshake::broker {

namespace {

// The strongest neighbor of every node. The edges of a node follow each other, sorted by neighbor;
// of equally heavy edges, the first one counts.
std::vector<int> strongest(const EdgeList& edges) {
  std::vector<int> found(edges.numNodes, kUnmatched), heaviest(edges.numNodes);
  for (int e = 0; e < edges.numEdges(); e++) {
    const int x = edges.src[e];
    if (found[x] != kUnmatched && edges.weight[e] <= heaviest[x]) continue;
    found[x] = edges.dst[e];
    heaviest[x] = edges.weight[e];
  }
  return found;
}

Pass pass_over(EdgeList edges, std::vector<int> before) {
  Pass pass;
  pass.strongNeighbor = strongest(edges);
  pass.matches = before;
  for (int x = 0; x < edges.numNodes; x++) {
    const int other = pass.strongNeighbor[x];
    if (other == kUnmatched || pass.strongNeighbor[other] != x) continue;
    pass.matches[x] = other;
  }
  pass.keepEdges.reserve(edges.src.size());
  pass.newIndices.reserve(edges.src.size() + 1);
  pass.newIndices = {0};
  for (int e = 0; e < edges.numEdges(); e++) {
    const bool is_kept =
        pass.matches[edges.src[e]] == kUnmatched && pass.matches[edges.dst[e]] == kUnmatched;
    pass.keepEdges.push_back(is_kept);
    pass.newIndices.push_back(pass.newIndices.back() + is_kept);
  }
  pass.edges = std::move(edges);
  pass.before = std::move(before);
  return pass;
}

bool read_ints(std::ifstream& in, int* to, size_t ints) {
  const auto bytes = static_cast<std::streamsize>(sizeof(int) * ints);
  return static_cast<bool>(in.read(reinterpret_cast<char*>(to), bytes));
}

}  // namespace

EdgeList read_edges(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EdgeList edges;
  int sizes[2] = {};
  bool is_whole = read_ints(in, sizes, 2);
  edges.numNodes = sizes[0];
  for (std::vector<int>* column : {&edges.src, &edges.dst, &edges.weight}) {
    column->resize(is_whole ? sizes[1] : 0);
    is_whole = is_whole && read_ints(in, column->data(), column->size());
  }
  if (!is_whole) throw std::runtime_error(path + ": is not an edge list");
  return edges;
}

Pass first_pass(const EdgeList& graph) {
  return pass_over(graph, std::vector<int>(graph.numNodes, kUnmatched));
}

Pass next_pass(const Pass& pass) {
  EdgeList kept;
  kept.numNodes = pass.edges.numNodes;
  for (int e = 0; e < pass.edges.numEdges(); e++) {
    if (pass.keepEdges[e] == 0) continue;
    kept.src.push_back(pass.edges.src[e]);
    kept.dst.push_back(pass.edges.dst[e]);
    kept.weight.push_back(pass.edges.weight[e]);
  }
  return pass_over(std::move(kept), pass.matches);
}

}  // namespace handshake::broker
