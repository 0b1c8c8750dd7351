// The cases of the three required kernels. Each states what a sentence of the handout states.
#include <algorithm>
#include <string>
#include <utility>

#include "suite/case.hpp"
#include "suite/oracle.hpp"

namespace handshake::suite {

namespace {

constexpr int U = kUnmatched;

// Some of the edges matched, as after any number of passes: every third edge whose ends are free.
std::vector<int> some_matching(const EdgeList& graph) {
  std::vector<int> matches(graph.numNodes, U);
  int candidates = 0;
  for (const Edge& edge : undirected_edges(graph)) {
    if (matches[edge.from] != U || matches[edge.to] != U || candidates++ % 3 != 0) continue;
    matches[edge.from] = edge.to;
    matches[edge.to] = edge.from;
  }
  return matches;
}

// More elements than the largest launch has threads, so that every launch must share out the work,
// and more nodes than 16 bits can number.
EdgeList large_graph() {
  return random_graph(21, 40000, 24000, {-50, 50});
}

struct NamedGraph {
  std::string name;
  EdgeList graph;
};

std::vector<NamedGraph> random_graphs() {
  return {
      {"a random graph of 9 nodes", random_graph(11, 9, 14, {1, 5})},
      {"a random graph of 33 nodes", random_graph(12, 33, 80, {1, 9})},
      {"a random graph of 64 nodes with many ties", random_graph(13, 64, 200, {1, 2})},
      {"a random graph of 257 nodes", random_graph(14, 257, 300, {-20, 20})},
      {"a star of 40 nodes", star_graph(15, 40, 17, {1, 30})},
      {"a random graph of 1000 nodes", random_graph(16, 1000, 3000, {1, 100})},
  };
}

std::vector<int> random_counts(uint64_t seed, int count, int largest) {
  Random random(seed);
  std::vector<int> counts(count);
  for (int& value : counts) value = random.between(0, largest);
  return counts;
}

}  // namespace

std::vector<KernelCase> handshaking_cases() {
  std::vector<KernelCase> cases = {
      handshaking_case("two nodes and one edge", {1, 0}, {U, U}),
      handshaking_case("node 2 extends a hand that nobody takes", {1, 0, 1}, {U, U, U}),
      handshaking_case("the last two nodes shake hands", {2, 2, 3, 2}, {U, U, U, U}),
      handshaking_case("no hand is taken", {1, 2, 3, 1}, {U, U, U, U}),
      handshaking_case("node 0 has no edge", {U, 2, 1}, {U, U, U}),
      handshaking_case("the last node has no edge", {1, 0, U}, {U, U, U}),
      handshaking_case("one node without an edge", {U}, {U}),
      handshaking_case("no node has an edge", {U, U, U, U, U}, {U, U, U, U, U}),
      handshaking_case("the graph of the handout", {1, 3, 3, 2, 3}, {U, U, U, U, U},
                       handout_graph()),
      handshaking_case("the second pass of the handout's graph", {1, 0, U, U, 0}, {U, U, 3, 2, U},
                       handout_graph()),
      handshaking_case("two nodes were matched earlier, two shake hands now", {U, U, 3, 2},
                       {1, 0, U, U}),
      handshaking_case("all nodes were matched earlier and have no edge left", {U, U, U, U},
                       {3, 2, 1, 0}),
      // Handout: "some nodes may already be matched from prior iterations, and they should not be
      // changed". All four are, so nothing changes, wherever their old hands point.
      handshaking_case("all nodes were matched earlier, and hands still point elsewhere",
                       {2, 3, 0, 1}, {1, 0, 3, 2}),
      handshaking_case("a hand to a node that was matched earlier", {U, U, 1, 4, 3},
                       {1, 0, U, U, U}),
      handshaking_case("a node without an edge beside a pair far apart", {5, U, U, U, U, 0},
                       {U, U, U, U, U, U}),
  };
  for (const NamedGraph& named : random_graphs()) {
    const std::vector<Pass> passes = all_passes(named.graph);
    std::vector<int> before(named.graph.numNodes, U);
    for (size_t p = 0; p < std::min<size_t>(passes.size(), 2); p++) {
      const std::string title = named.name + ", pass " + std::to_string(p + 1);
      cases.push_back(handshaking_case(title, passes[p].strongNeighbor, before, passes[p].edges));
      before = passes[p].matches;
    }
  }
  const EdgeList large = large_graph();
  cases.push_back(handshaking_case("a random graph of 40000 nodes", strongest_neighbors(large),
                                   std::vector<int>(large.numNodes, U), large));
  return cases;
}

std::vector<KernelCase> filter_cases() {
  const EdgeList pair = path_graph({7});
  const EdgeList path = path_graph({7, 9, 7});
  std::vector<KernelCase> cases = {
      filter_case("two nodes and one edge, nothing matched", pair, {U, U}),
      filter_case("two nodes and one edge, both matched", pair, {1, 0}),
      filter_case("a path of 4 nodes, the first two matched", path, {1, 0, U, U}),
      filter_case("a path of 4 nodes, the last two matched", path, {U, U, 3, 2}),
      filter_case("a path of 4 nodes, the middle two matched", path, {U, 2, 1, U}),
      filter_case("a path of 4 nodes, nothing matched", path, {U, U, U, U}),
      filter_case("a path of 4 nodes, all matched", path, {1, 0, 3, 2}),
      filter_case("a path of 6 nodes, the two in the middle matched", path_graph({3, 5, 9, 5, 3}),
                  {U, U, 3, 2, U, U}),
      filter_case("the graph of the handout after pass 1", handout_graph(), {U, U, 3, 2, U}),
      filter_case("the graph of the handout after pass 2", handout_graph(), {1, 0, 3, 2, U}),
      filter_case("a graph without an edge", make_edge_list(3, {}), {U, U, U}),
  };
  for (const NamedGraph& named : random_graphs()) {
    cases.push_back(filter_case(named.name + " after pass 1", named.graph,
                                all_passes(named.graph).front().matches));
    cases.push_back(
        filter_case(named.name + ", some edges matched", named.graph, some_matching(named.graph)));
  }
  const EdgeList large = large_graph();
  cases.push_back(filter_case("a random graph of 40000 nodes, some edges matched", large,
                              some_matching(large)));
  return cases;
}

std::vector<KernelCase> scan_cases() {
  // The last element of the first oldSum is not a sum of anything: a value that nobody expects.
  constexpr int kNotASum = 777777;
  std::vector<KernelCase> cases = {
      scan_case("1 element", {kNotASum}, 0),
      scan_case("2 elements", {1, kNotASum}, 0),
      scan_case("5 elements", {1, 0, 1, 1, kNotASum}, 0),
      scan_case("5 elements", {0, 1, 0, 1, 1}, 1),
      scan_case("5 elements", {0, 1, 1, 1, 2}, 2),
      scan_case("5 elements", {0, 1, 1, 2, 3}, 4),
      scan_case("2 elements", {0, 1}, 1),
      scan_case("3 elements, all zero", {0, 0, 0}, 1),
      scan_case("5 elements, the first one not zero", {4, 1, 3, 2, 5}, 1),
      scan_case("6 elements, the first ones not zero", {4, 1, 3, 2, 5, 8}, 2),
      scan_case("6 elements, the first ones not zero", {4, 1, 3, 2, 5, 8}, 4),
      // Sums count edges, of which a graph may have millions.
      scan_case("7 elements of a large graph",
                {30000, 65000, 65001, 20000000, 20000001, 20000003, 20000003}, 2),
      scan_case("13 elements, the keepEdges of the handout",
                {1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, kNotASum}, 0),
  };
  for (const int elements : {32, 33, 65, 257, 1000, 20001}) {
    std::vector<int> keep = random_counts(elements, elements, 1);
    keep.back() = kNotASum;
    const std::string title = std::to_string(elements) + " elements";
    cases.push_back(scan_case(title, keep, 0));
    for (int distance : scan_distances(elements - 1))
      if (distance != 0 && (elements < 100 || distance < 4 || distance * 2 >= elements ||
                            (distance >= 32 && distance <= 64)))
        cases.push_back(
            scan_case(title, random_counts(elements + distance, elements, 99), distance));
  }
  for (KernelCase& made : cases) made.title += ", distance " + std::to_string(made.distance());
  return cases;
}

}  // namespace handshake::suite
