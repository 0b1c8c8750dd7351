// The passes exactly as the handout describes them. This code does not use edge_order.hpp. Tests
// compare this code with algorithms that use edge_order.hpp.
#include "matching/handshake_passes.hpp"

#include <variant>

#include "matching/matching.hpp"

namespace handshake {
namespace {

template <class Weight>
struct Edge {
  Node src;
  Node dst;
  Weight weight;
};

template <class Weight>
std::vector<Edge<Weight>> edge_list(const CsrGraph& graph, const Buffer<Weight>& weights) {
  std::vector<Edge<Weight>> edges;
  edges.reserve(graph.numEdges());
  for (Node v = 0; v < graph.numNodes; ++v) {
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      edges.push_back({v, graph.neighbors[e], weights[e]});
    }
  }
  return edges;
}

// Edges are sorted by src, and then by dst. So if a node has several heaviest edges, the first one
// leads to the neighbor with the smallest index.
template <class Weight>
void find_strongest(const std::vector<Edge<Weight>>& edges, std::vector<Node>& strongNeighbor) {
  strongNeighbor.assign(strongNeighbor.size(), kUnmatched);
  std::size_t strongest = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const bool is_first = e == 0 || edges[e - 1].src != edges[e].src;
    if (is_first || edges[e].weight > edges[strongest].weight) strongest = e;
    strongNeighbor[edges[e].src] = edges[strongest].dst;
  }
}

template <class Weight>
HandshakePasses run_passes(const CsrGraph& graph, const Buffer<Weight>& weights) {
  std::vector<Edge<Weight>> edges = edge_list(graph, weights);
  std::vector<Node> strongNeighbor(graph.numNodes);
  HandshakePasses result;
  std::vector<Node>& matches = result.matches;
  matches.assign(graph.numNodes, kUnmatched);
  do {
    result.edges_in_pass.push_back(static_cast<EdgeIndex>(edges.size()));
    find_strongest(edges, strongNeighbor);
    for (Node v = 0; v < graph.numNodes; ++v) {
      const Node u = strongNeighbor[v];
      if (u != kUnmatched && strongNeighbor[u] == v) matches[v] = u;
    }
    std::size_t kept = 0;
    for (const Edge<Weight>& edge : edges) {
      const bool is_open = matches[edge.src] == kUnmatched && matches[edge.dst] == kUnmatched;
      if (is_open) edges[kept++] = edge;
    }
    edges.resize(kept);
  } while (!edges.empty());
  return result;
}

}  // namespace

HandshakePasses handshake_passes(const CsrGraph& graph) {
  return std::visit([&](const auto& weights) { return run_passes(graph, weights); }, graph.weights);
}

}  // namespace handshake
