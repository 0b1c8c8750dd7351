// See graph_drawing.hpp.
#include "labs/matching/check/graph_drawing.hpp"

#include <algorithm>

#include "labs/matching/words/graphs.hpp"

namespace handshake::check {

std::vector<std::string> draw_graph(const suite::EdgeList& graph) {
  std::vector<std::string> lines;
  const std::vector<suite::Edge> edges = undirected_edges(graph);
  for (const suite::Edge& edge : edges)
    lines.push_back(std::to_string(edge.from) + " --" + std::to_string(edge.weight) + "-- " +
                    std::to_string(edge.to));
  std::vector<int> alone;
  for (int node = 0; node < graph.numNodes; node++)
    if (std::find(graph.src.begin(), graph.src.end(), node) == graph.src.end())
      alone.push_back(node);
  if (!alone.empty()) lines.push_back(suite::words::nodes_without_edge(alone));
  return lines;
}

}  // namespace handshake::check
