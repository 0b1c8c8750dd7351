// Computes the expected arrays in small steps, with sets and ordered lists.
#include "labs/matching/oracle.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace handshake::suite {

std::vector<int> strongest_neighbors(const EdgeList& graph) {
  // The edges are sorted by rising node and weight, and then by falling index of the neighbor. So
  // the last entry of a node is its strongest edge.
  std::vector<std::tuple<int, int, int>> ranking;
  for (int e = 0; e < graph.numEdges(); e++)
    ranking.emplace_back(graph.src[e], graph.weight[e], -graph.dst[e]);
  std::sort(ranking.begin(), ranking.end());
  std::vector<int> strongest(graph.numNodes, kUnmatched);
  for (const auto& [node, weight, neighbor] : ranking) strongest[node] = -neighbor;
  return strongest;
}

std::vector<int> matches_after_handshakes(const std::vector<int>& strongNeighbor,
                                          const std::vector<int>& matches) {
  std::set<std::pair<int, int>> hands;
  for (int node = 0; node < static_cast<int>(matches.size()); node++)
    if (matches[node] == kUnmatched) hands.emplace(node, strongNeighbor[node]);
  std::vector<int> result = matches;
  for (const auto& [node, other] : hands)
    if (hands.count({other, node})) result[node] = other;
  return result;
}

std::vector<int> edges_to_keep(const EdgeList& graph, const std::vector<int>& matches) {
  std::vector<bool> taken;
  for (int node = 0; node < graph.numNodes; node++) taken.push_back(matches[node] != kUnmatched);
  std::vector<int> keep;
  for (int e = 0; e < graph.numEdges(); e++)
    keep.push_back(taken[graph.src[e]] || taken[graph.dst[e]] ? 0 : 1);
  return keep;
}

std::vector<int> after_scan_step(const std::vector<int>& sums, int distance) {
  std::vector<int> result = sums;
  if (distance == 0) {
    std::rotate(result.rbegin(), result.rbegin() + 1, result.rend());
    result.front() = 0;
  } else {
    std::transform(sums.begin() + distance, sums.end(), sums.begin(), result.begin() + distance,
                   std::plus<int>());
  }
  return result;
}

std::vector<int> scan_distances(int numEdges) {
  std::vector<int> distances = {0};
  for (int64_t power = 1; power <= numEdges; power += power)
    distances.push_back(static_cast<int>(power));
  return distances;
}

EdgeList kept_edges(const EdgeList& graph, const std::vector<int>& keepEdges) {
  EdgeList kept;
  kept.numNodes = graph.numNodes;
  for (int e = 0; e < graph.numEdges(); e++) {
    if (keepEdges[e] != 1) continue;
    kept.src.push_back(graph.src[e]);
    kept.dst.push_back(graph.dst[e]);
    kept.weight.push_back(graph.weight[e]);
  }
  return kept;
}

std::vector<Pass> all_passes(const EdgeList& graph) {
  std::vector<Pass> passes;
  EdgeList edges = graph;
  std::vector<int> matches(graph.numNodes, kUnmatched);
  do {
    Pass pass;
    pass.edges = edges;
    pass.strongNeighbor = strongest_neighbors(edges);
    pass.matches = matches = matches_after_handshakes(pass.strongNeighbor, matches);
    pass.keepEdges = edges_to_keep(edges, matches);
    pass.newIndices.assign(1, 0);
    std::partial_sum(pass.keepEdges.begin(), pass.keepEdges.end(),
                     std::back_inserter(pass.newIndices));
    edges = kept_edges(edges, pass.keepEdges);
    passes.push_back(std::move(pass));
  } while (edges.numEdges() > 0);
  return passes;
}

std::vector<int> expected_matches(const EdgeList& graph) {
  return all_passes(graph).back().matches;
}

}  // namespace handshake::suite
