// The cases of onewaywrapper.cu, and running one.
#include "suite/wrapper_case.hpp"

#include "suite/wrapper_failure.hpp"

namespace handshake::suite {

namespace {

constexpr int kFresh[] = {0x5bad5bad, -0x2bad2bad};

// No node has an edge left that gets UNMATCHED here may hold an old neighbor instead, as long as
// no handshake follows: such a node is matched already, or its old neighbor does not answer.
bool is_harmless(int node, int hand, const std::vector<int>& hands,
                 const std::vector<int>& matches_before) {
  const int numNodes = static_cast<int>(hands.size());
  if (hand < 0 || hand >= numNodes) return false;
  return matches_before[node] != kUnmatched || hands[hand] != node;
}

std::optional<Failure> compare_strongest(const Pass& expected, const SeenPass& seen,
                                         const std::vector<int>& matches_before, int fresh,
                                         std::vector<std::string>& notes) {
  for (int node = 0; node < static_cast<int>(seen.strongNeighbor.size()); node++) {
    const int hand = seen.strongNeighbor[node];
    if (hand == expected.strongNeighbor[node]) continue;
    if (expected.strongNeighbor[node] == kUnmatched &&
        is_harmless(node, hand, seen.strongNeighbor, matches_before)) {
      notes = {
          "-extra: strongNeighbor of a node without an edge is an old neighbor and not "
          "UNMATCHED. No handshake comes from it here, so the matching is right."};
      continue;
    }
    return wrong_strongest(expected, seen.strongNeighbor, node, fresh);
  }
  return std::nullopt;
}

std::optional<Failure> check_pass(const WrapperCase& wrapper_case, const Pass& expected,
                                  const SeenPass& seen, const std::vector<int>& matches_before,
                                  bool is_last, int fresh,
                                  const std::vector<protocol::AllocationLines>& allocations,
                                  std::vector<std::string>& notes) {
  const auto lines = [&](const protocol::SeenArray& array) { return lines_of(allocations, array); };
  if (seen.log.handshaking_launches == 0) return pass_never_ran("check_handshaking_gpu");
  if (auto failure = wrong_array("matches", "matches_gpu", seen.matches, matches_before, fresh,
                                 lines(seen.log.matches)))
    return failure;
  if (wrapper_case.extra) {
    if (auto failure = compare_strongest(expected, seen, matches_before, fresh, notes))
      return failure;
  } else if (auto failure =
                 wrong_array("strongNeighbor", "strongNeighbor_gpu", seen.strongNeighbor,
                             expected.strongNeighbor, fresh, lines(seen.log.strongNeighbor))) {
    return failure;
  }
  if (auto failure =
          wrong_array("src", "src_gpu", seen.src, expected.edges.src, fresh, lines(seen.log.src)))
    return failure;
  if (auto failure =
          wrong_array("dst", "dst_gpu", seen.dst, expected.edges.dst, fresh, lines(seen.log.dst)))
    return failure;
  if (!is_last)
    return wrong_array("weight", "weight_gpu", seen.weight, expected.edges.weight, fresh,
                       lines(seen.log.pack[5]));
  return std::nullopt;
}

std::optional<Failure> check_leaks(const WrapperCase& wrapper_case,
                                   const std::vector<protocol::MemoryEvent>& events,
                                   bool forgives_one_leak, std::vector<std::string>& notes) {
  std::vector<protocol::MemoryEvent> leaks;
  for (const protocol::MemoryEvent& event : events)
    if (event.fault == protocol::MemoryFault::leak) leaks.push_back(event);
  if (leaks.empty()) return std::nullopt;
  const long scratch = (wrapper_case.graph.numEdges() + 1L) * static_cast<long>(sizeof(int));
  if (forgives_one_leak && leaks.size() == 1 && leaks.front().bytes >= scratch - 4 &&
      leaks.front().bytes <= scratch) {
    notes = {
        "One scratch array is never freed: the given code of this file, which is that of an "
        "earlier year, loses it. It is not counted."};
    return std::nullopt;
  }
  return leaked(leaks);
}

std::optional<Failure> first_fault(const WrapperCase& wrapper_case, const WrapperReply& reply,
                                   const std::vector<Pass>& passes, bool forgives_one_leak,
                                   int fresh, std::vector<std::string>& notes) {
  // An array that is too short explains what follows from it, so it comes first.
  for (size_t p = 0; p < passes.size(); p++) {
    const protocol::PassLog& log = reply.passes[p].log;
    if (log.handshaking_launches == 0) break;
    auto failure = too_little_room(passes[p], log, wrapper_case.graph.numNodes,
                                   p + 1 == passes.size(), reply.allocations);
    if (!failure) continue;
    failure->pass = static_cast<int>(p) + 1;
    return failure;
  }
  for (const protocol::MemoryEvent& event : reply.events)
    if (event.fault != protocol::MemoryFault::leak) return memory_fault(event);
  std::vector<int> before(wrapper_case.graph.numNodes, kUnmatched);
  for (size_t p = 0; p < passes.size(); p++) {
    auto failure = check_pass(wrapper_case, passes[p], reply.passes[p], before,
                              p + 1 == passes.size(), fresh, reply.allocations, notes);
    if (failure) {
      failure->pass = static_cast<int>(p) + 1;
      if (!reply.thrown.empty()) failure->what.push_back("The passes ended with: " + reply.thrown);
      return failure;
    }
    before = passes[p].matches;
  }
  if (!reply.thrown.empty()) return ended_with(reply.thrown);
  if (auto failure = wrong_array("matches", "the result", reply.matches, before, fresh))
    return failure;
  return check_leaks(wrapper_case, reply.events, forgives_one_leak, notes);
}

}  // namespace

std::vector<WrapperCase> memory_cases() {
  return {
      {"two nodes and one edge", path_graph({3}), 256, false},
      {"the graph of the handout", handout_graph(), 256, false},
      {"one match a pass", path_graph({1, 2, 3, 4, 5}), 1, false},
      {"three passes on a path", path_graph({1, 2, 3, 4, 5, 6}), 300, false},
      {"a star of 9 nodes", star_graph(51, 9, 4, {1, 9}), 256, false},
      {"a graph without an edge", make_edge_list(3, {}), 256, false},
      {"more nodes than edges", random_graph(52, 90, 30, {-4, 4}), 1024, false},
      {"a random graph of 100 nodes", random_graph(53, 100, 400, {1, 30}), 1024, false},
  };
}

std::vector<WrapperCase> extra_cases() {
  constexpr int kLargest = 2147483647;
  return {
      {"two nodes and one edge", path_graph({3}), 256, true},
      {"the graph of the handout", handout_graph(), 256, true},
      {"three equally heavy edges", make_edge_list(4, {{0, 1, 5}, {0, 2, 5}, {0, 3, 5}}), 256,
       true},
      {"the last node has two equally heavy edges",
       make_edge_list(4, {{3, 2, 5}, {3, 1, 5}, {0, 1, 2}}), 256, true},
      {"a node without an edge", make_edge_list(4, {{0, 2, 1}, {2, 3, 7}}), 256, true},
      {"weights that are zero and negative",
       make_edge_list(5, {{0, 1, -3}, {1, 2, 0}, {2, 3, -1}, {3, 4, -8}}), 256, true},
      {"the smallest and the largest weight",
       make_edge_list(4,
                      {{0, 1, kLargest}, {1, 2, -kLargest - 1}, {2, 3, -kLargest - 1}, {0, 3, 0}}),
       256, true},
      {"one match a pass", path_graph({1, 2, 3, 4, 5}), 1, true},
      {"a graph without an edge", make_edge_list(3, {}), 256, true},
      {"a star of 600 nodes", star_graph(61, 600, 311, {1, 500}), 256, true},
      {"a star of 600 nodes with equal weights", star_graph(62, 600, 599, {4, 4}), 512, true},
      {"a random graph of 100 nodes with many ties", random_graph(63, 100, 500, {1, 3}), 256, true},
      {"a random graph of 300 nodes", random_graph(64, 300, 2000, {-50, 50}), 1024, true},
      {"more nodes than threads", random_graph(65, 2000, 700, {1, 9}), 256, true},
      {"more threads than a block can have", random_graph(66, 40, 90, {1, 9}), 2048, true},
  };
}

WrapperResult run_wrapper_case(WrapperRunner& runner, const WrapperCase& wrapper_case, int poison,
                               bool forgives_one_leak) {
  const std::vector<Pass> passes = all_passes(wrapper_case.graph);
  const WrapperReply reply = runner.run(wrapper_case, passes, kFresh[poison]);
  WrapperResult result;
  if (reply.how != Ended::replied)
    result.failure = ended_badly(reply);
  else
    result.failure =
        first_fault(wrapper_case, reply, passes, forgives_one_leak, kFresh[poison], result.notes);
  if (result.failure) {
    set_scene(wrapper_case, *result.failure);
    result.failure->printed = reply.printed;
  }
  return result;
}

void set_scene(const WrapperCase& wrapper_case, Failure& failure) {
  failure.case_title = wrapper_case.title + ", -threads " +
                       std::to_string(wrapper_case.numthreads) +
                       (wrapper_case.extra ? ", -extra" : "");
  failure.rule = wrapper_case.extra
                     ? "strongNeighbor[x] is the node at the other end of the heaviest edge of x, "
                       "the smallest index of several, and UNMATCHED when x has no edge left."
                     : "Allocate GPU memory with cudaMalloc, fill it with cudaMemcpy, free it with "
                       "cudaFree.";
}

}  // namespace handshake::suite
