// The cases of the three required kernels. Each case tests a sentence of the handout.
#include <algorithm>
#include <string>
#include <utility>

#include "labs/matching/kernels.hpp"
#include "labs/matching/oracle.hpp"

namespace handshake::suite {

namespace {

constexpr int U = kUnmatched;

// A matching as it may be after a few passes. It takes every third edge whose ends are still free.
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

// Most launches have fewer threads than this graph has elements, so each thread must work on
// several elements.
EdgeList large_graph() {
  return random_graph(21, 40000, 24000, {-50, 50});
}

// More nodes and more edges than 16 bits can count.
constexpr int kHugeNodes = 66000;
// One of the nodes has a number that becomes -1 in 16 bits. This node is the strongest neighbor of
// node kItsPartner, which has the weaker neighbor kWeaker as well.
constexpr int kMinusOne = 65535, kItsPartner = 7, kWeaker = 9;
// Node kWanted shakes hands with node kAlias, and not with node kAsks. In 16 bits, kAlias and kAsks
// are the same number.
constexpr int kAsks = 11, kAlias = kAsks + 65536, kWanted = 13;
// Node kHigh shakes hands with node kOdd, and not with node kEven. A kernel may pack two nodes into
// 32 bits, as kEven << 16 | kHigh. Bit 16 of kHigh then changes kEven to kOdd: the result is the
// same as kOdd << 16 | kHigh.
constexpr int kEven = 20, kOdd = kEven + 1, kHigh = 65600;
EdgeList huge_graph() {
  std::vector<Edge> edges = undirected_edges(random_graph(22, kHugeNodes, 33500, {-50, 50}));
  edges.push_back({kItsPartner, kMinusOne, 60});
  edges.push_back({kItsPartner, kWeaker, 55});
  edges.push_back({kWanted, kAlias, 65});
  edges.push_back({kWanted, kAsks, 60});
  edges.push_back({kHigh, kOdd, 65});
  edges.push_back({kHigh, kEven, 60});
  return make_edge_list(kHugeNodes, edges);
}

std::vector<int> huge_matching(const EdgeList& graph) {
  std::vector<int> matches = some_matching(graph);
  for (const int node : {kMinusOne, kItsPartner, kWeaker}) {
    if (matches[node] != U) matches[matches[node]] = U;
    matches[node] = U;
  }
  matches[kMinusOne] = kItsPartner;
  matches[kItsPartner] = kMinusOne;
  return matches;
}

struct NamedGraph {
  CaseTitle title;
  EdgeList graph;
};

std::vector<NamedGraph> random_graphs() {
  return {
      {{Scene::random_graph, 9}, random_graph(11, 9, 14, {1, 5})},
      {{Scene::random_graph, 33}, random_graph(12, 33, 80, {1, 9})},
      {{Scene::random_with_ties, 64}, random_graph(13, 64, 200, {1, 2})},
      {{Scene::random_graph, 257}, random_graph(14, 257, 300, {-20, 20})},
      {{Scene::star, 40}, star_graph(15, 40, 17, {1, 30})},
      {{Scene::random_graph, 1000}, random_graph(16, 1000, 3000, {1, 100})},
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
      handshaking_case({Scene::pair}, {1, 0}, {U, U}),
      handshaking_case({Scene::hand_not_taken}, {1, 0, 1}, {U, U, U}),
      handshaking_case({Scene::last_two_shake}, {2, 2, 3, 2}, {U, U, U, U}),
      handshaking_case({Scene::no_hand_taken}, {1, 2, 3, 1}, {U, U, U, U}),
      handshaking_case({Scene::first_has_no_edge}, {U, 2, 1}, {U, U, U}),
      handshaking_case({Scene::last_has_no_edge}, {1, 0, U}, {U, U, U}),
      handshaking_case({Scene::lonely_node}, {U}, {U}),
      handshaking_case({Scene::nobody_has_an_edge}, {U, U, U, U, U}, {U, U, U, U, U}),
      handshaking_case({Scene::handout}, {1, 3, 3, 2, 3}, {U, U, U, U, U}),
      handshaking_case({Scene::handout_in_pass_2}, {1, 0, U, U, 0}, {U, U, 3, 2, U}),
      handshaking_case({Scene::matched_earlier_and_now}, {U, U, 3, 2}, {1, 0, U, U}),
      handshaking_case({Scene::all_matched_earlier}, {U, U, U, U}, {3, 2, 1, 0}),
      // Handout: "some nodes may already be matched from prior iterations, and they should not be
      // changed". All four nodes are matched, so nothing changes, whatever their strongest
      // neighbors are.
      handshaking_case({Scene::old_hands}, {2, 3, 0, 1}, {1, 0, 3, 2}),
      handshaking_case({Scene::old_hands_and_a_new_pair}, {2, 3, 0, 1, 5, 4}, {1, 0, 3, 2, U, U}),
      handshaking_case({Scene::old_hands_and_a_new_pair}, {1, 0, 5, 4, 3, 2, 7, 6},
                       {U, U, 3, 2, 5, 4, U, U}),
      handshaking_case({Scene::hand_to_a_matched_node}, {U, U, 1, 4, 3}, {1, 0, U, U, U}),
      handshaking_case({Scene::pair_far_apart}, {5, U, U, U, U, 0}, {U, U, U, U, U, U}),
  };
  for (const NamedGraph& named : random_graphs()) {
    const std::vector<Pass> passes = all_passes(named.graph);
    std::vector<int> before(named.graph.numNodes, U);
    for (size_t p = 0; p < std::min<size_t>(passes.size(), 2); p++) {
      const CaseTitle title = named.title.in(static_cast<int>(p) + 1);
      cases.push_back(handshaking_case(title, passes[p].strongNeighbor, before));
      before = passes[p].matches;
    }
  }
  const EdgeList large = large_graph();
  cases.push_back(handshaking_case({Scene::random_graph, 40000}, strongest_neighbors(large),
                                   std::vector<int>(large.numNodes, U)));
  const EdgeList huge = huge_graph();
  cases.push_back(handshaking_case({Scene::random_graph, kHugeNodes}, strongest_neighbors(huge),
                                   std::vector<int>(huge.numNodes, U)));
  return cases;
}

std::vector<KernelCase> filter_cases() {
  const EdgeList pair = path_graph({7});
  const EdgeList path = path_graph({7, 9, 7});
  std::vector<KernelCase> cases = {
      filter_case(CaseTitle{Scene::pair}.with(Matched::nothing), pair, {U, U}),
      filter_case(CaseTitle{Scene::pair}.with(Matched::both), pair, {1, 0}),
      filter_case(CaseTitle{Scene::path, 4}.with(Matched::first_two), path, {1, 0, U, U}),
      filter_case(CaseTitle{Scene::path, 4}.with(Matched::last_two), path, {U, U, 3, 2}),
      filter_case(CaseTitle{Scene::path, 4}.with(Matched::middle_two), path, {U, 2, 1, U}),
      filter_case(CaseTitle{Scene::path, 4}.with(Matched::nothing), path, {U, U, U, U}),
      filter_case(CaseTitle{Scene::path, 4}.with(Matched::all), path, {1, 0, 3, 2}),
      filter_case(CaseTitle{Scene::path, 6}.with(Matched::two_in_the_middle),
                  path_graph({3, 5, 9, 5, 3}), {U, U, 3, 2, U, U}),
      filter_case(CaseTitle{Scene::handout}.after(1), handout_graph(), {U, U, 3, 2, U}),
      filter_case(CaseTitle{Scene::handout}.after(2), handout_graph(), {1, 0, 3, 2, U}),
      filter_case({Scene::no_edge}, make_edge_list(3, {}), {U, U, U}),
  };
  for (const NamedGraph& named : random_graphs()) {
    cases.push_back(
        filter_case(named.title.after(1), named.graph, all_passes(named.graph).front().matches));
    cases.push_back(filter_case(named.title.with(Matched::some_edges), named.graph,
                                some_matching(named.graph)));
  }
  const EdgeList large = large_graph();
  cases.push_back(filter_case(CaseTitle{Scene::random_graph, 40000}.with(Matched::some_edges),
                              large, some_matching(large)));
  const EdgeList huge = huge_graph();
  cases.push_back(filter_case(CaseTitle{Scene::random_graph, kHugeNodes}.with(Matched::some_edges),
                              huge, huge_matching(huge)));
  return cases;
}

std::vector<KernelCase> scan_cases() {
  // With distance 0, the last element of oldSum has no meaning. In these cases, it has a value that
  // must not appear in the result.
  constexpr int kNotASum = 777777;
  std::vector<KernelCase> cases = {
      scan_case({Scene::elements, 1}, {kNotASum}, 0),
      scan_case({Scene::elements, 2}, {1, kNotASum}, 0),
      scan_case({Scene::elements, 5}, {1, 0, 1, 1, kNotASum}, 0),
      scan_case({Scene::elements, 5}, {0, 1, 0, 1, 1}, 1),
      scan_case({Scene::elements, 5}, {0, 1, 1, 1, 2}, 2),
      scan_case({Scene::elements, 5}, {0, 1, 1, 2, 3}, 4),
      scan_case({Scene::elements, 2}, {0, 1}, 1),
      scan_case({Scene::all_zero, 3}, {0, 0, 0}, 1),
      scan_case({Scene::first_not_zero, 5}, {4, 1, 3, 2, 5}, 1),
      scan_case({Scene::first_ones_not_zero, 6}, {4, 1, 3, 2, 5, 8}, 2),
      scan_case({Scene::first_ones_not_zero, 6}, {4, 1, 3, 2, 5, 8}, 4),
      // The sums count edges, and a graph may have millions of edges.
      scan_case({Scene::sums_of_a_large_graph, 7},
                {30000, 65000, 65001, 20000000, 20000001, 20000003, 20000003}, 2),
      scan_case({Scene::kept_by_the_handout, 13}, {1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, kNotASum},
                0),
  };
  for (const int elements : {32, 33, 65, 257, 1000, 20001}) {
    std::vector<int> keep = random_counts(elements, elements, 1);
    keep.back() = kNotASum;
    const CaseTitle title{Scene::elements, elements};
    cases.push_back(scan_case(title, keep, 0));
    for (int distance : scan_distances(elements - 1))
      if (distance != 0 && (elements < 100 || distance < 4 || distance * 2 >= elements ||
                            (distance >= 32 && distance <= 64)))
        cases.push_back(
            scan_case(title, random_counts(elements + distance, elements, 99), distance));
  }
  for (const int distance : {0, 32768, 65536})
    cases.push_back(scan_case({Scene::elements, kHugeNodes},
                              random_counts(distance + 1, kHugeNodes, 99), distance));
  return cases;
}

}  // namespace handshake::suite
