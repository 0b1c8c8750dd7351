// Delta debugging on graphs: removes pieces, large ones first, as long as the kernel still fails on
// the rest.
#include <algorithm>
#include <iterator>
#include <set>

#include "labs/matching/passes.hpp"

namespace handshake::suite {

namespace {

class Shrinker {
 public:
  Shrinker(EdgeList graph, const StillFails& still_fails, int tries)
      : best_(std::move(graph)), still_fails_(still_fails), tries_(tries) {}

  EdgeList run() {
    bool smaller = true;
    while (smaller && tries_ > 0) {
      const bool found[] = {remove_edges(), remove_nodes(), merge_nodes(), lower_weights()};
      smaller = std::find(std::begin(found), std::end(found), true) != std::end(found);
    }
    return best_;
  }

 private:
  // Keeps the candidate as the best graph if the kernel fails on it as well.
  bool accept(const EdgeList& candidate) {
    if (tries_-- <= 0 || !still_fails_(candidate)) return false;
    best_ = candidate;
    return true;
  }

  // Removes edges that are next to each other in the list: half of all edges at a time, then a
  // quarter, and so on, down to one.
  bool remove_edges() {
    bool changed = false;
    for (size_t run = std::max<size_t>(1, undirected_edges(best_).size() / 2);; run /= 2) {
      for (size_t at = 0; at < undirected_edges(best_).size();) {
        std::vector<Edge> edges = undirected_edges(best_);
        const size_t end = std::min(edges.size(), at + run);
        edges.erase(edges.begin() + at, edges.begin() + end);
        if (accept(make_edge_list(best_.numNodes, edges)))
          changed = true;
        else
          at += run;
        if (tries_ <= 0) return changed;
      }
      if (run == 1) return changed;
    }
  }

  // The graph without some nodes and their edges; the other nodes get new numbers without gaps.
  EdgeList without_nodes(const std::set<int>& gone) const {
    std::vector<int> renamed(best_.numNodes, -1);
    int left = 0;
    for (int node = 0; node < best_.numNodes; node++)
      if (gone.count(node) == 0) renamed[node] = left++;
    std::vector<Edge> edges;
    for (const Edge& edge : undirected_edges(best_))
      if (renamed[edge.from] >= 0 && renamed[edge.to] >= 0)
        edges.push_back({renamed[edge.from], renamed[edge.to], edge.weight});
    return make_edge_list(left, edges);
  }

  bool remove_nodes() {
    bool changed = false;
    // After edges were removed, many nodes have no edge. First removes all of these nodes together.
    std::set<int> alone;
    for (int node = 0; node < best_.numNodes; node++)
      if (std::find(best_.src.begin(), best_.src.end(), node) == best_.src.end())
        alone.insert(node);
    if (!alone.empty() && static_cast<int>(alone.size()) < best_.numNodes)
      changed = accept(without_nodes(alone));
    for (int node = best_.numNodes - 1; node >= 0 && best_.numNodes > 1; node--)
      changed |= accept(without_nodes({node}));
    return changed;
  }

  // Merges two nodes into one. This shortens a chain whose length does not matter for the failure.
  bool merge_nodes() {
    for (int kept = 0; kept < best_.numNodes; kept++) {
      for (int gone = best_.numNodes - 1; gone > kept; gone--) {
        std::vector<Edge> edges = undirected_edges(best_);
        for (Edge& edge : edges) {
          for (int* end : {&edge.from, &edge.to}) {
            if (*end == gone) *end = kept;
            if (*end > gone) --*end;
          }
        }
        if (accept(make_edge_list(best_.numNodes - 1, edges))) return true;
        if (tries_ <= 0) return false;
      }
    }
    return false;
  }

  // Replaces the weights by their ranks 1, 2, 3, ..., and then tries weight 1 for each single edge.
  bool lower_weights() {
    std::vector<Edge> edges = undirected_edges(best_);
    std::set<int> weights;
    for (const Edge& edge : edges) weights.insert(edge.weight);
    bool changed = false;
    for (Edge& edge : edges)
      edge.weight = 1 + static_cast<int>(std::distance(weights.begin(), weights.find(edge.weight)));
    const EdgeList ranked = make_edge_list(best_.numNodes, edges);
    if (ranked.weight != best_.weight) changed = accept(ranked);
    edges = undirected_edges(best_);
    for (size_t e = 0; e < edges.size(); e++) {
      if (edges[e].weight == 1) continue;
      std::vector<Edge> lighter = edges;
      lighter[e].weight = 1;
      if (accept(make_edge_list(best_.numNodes, lighter))) {
        edges = lighter;
        changed = true;
      }
    }
    return changed;
  }

  EdgeList best_;
  const StillFails& still_fails_;
  int tries_;
};

}  // namespace

EdgeList shrink_graph(const EdgeList& graph, const StillFails& still_fails, int most_tries) {
  return Shrinker(graph, still_fails, most_tries).run();
}

}  // namespace handshake::suite
