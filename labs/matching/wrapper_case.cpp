// The cases of onewaywrapper.cu, and the function that runs a case.
#include "labs/matching/wrapper_case.hpp"

#include <algorithm>
#include <numeric>

#include "labs/matching/array_lives.hpp"
#include "labs/matching/words/words.hpp"
#include "labs/matching/wrapper_failure.hpp"

namespace handshake::suite {

namespace {

constexpr int kFresh[] = {0x5bad5bad, -0x2bad2bad};

// Whether an old neighbor in strongNeighbor does no harm. The right value is UNMATCHED, because the
// node has no edge. There is no harm if no handshake follows: the node is already matched, or the
// old neighbor does not extend a hand to this node.
bool is_harmless(int node, int hand, const std::vector<int>& hands,
                 const std::vector<int>& matches_before) {
  const int numNodes = static_cast<int>(hands.size());
  if (hand < 0 || hand >= numNodes) return false;
  return matches_before[node] != kUnmatched || hands[hand] != node;
}

std::optional<Failure> compare_strongest(const Pass& expected, const SeenPass& seen,
                                         const std::vector<int>& matches_before, int number,
                                         int fresh, std::vector<Note>& notes) {
  for (int node = 0; node < static_cast<int>(seen.strongNeighbor.size()); node++) {
    const int hand = seen.strongNeighbor[node];
    if (hand == expected.strongNeighbor[node]) continue;
    if (expected.strongNeighbor[node] == kUnmatched &&
        is_harmless(node, hand, seen.strongNeighbor, matches_before)) {
      notes = {{"old_neighbor"}};
      continue;
    }
    return wrong_strongest(expected, seen.strongNeighbor, node, fresh, number);
  }
  return std::nullopt;
}

// Reports that dst or weight is in the memory of strongNeighbor, which this pass has written. Only
// even passes are tested: their dst and weight are the arrays temp3_gpu and temp4_gpu of the first
// pass, and the report uses these names.
void tell_shared_memory(const char* array, const protocol::SeenArray& argument,
                        const protocol::SeenArray& strongest, int number, Failure& failure) {
  const std::string name = array;
  const bool is_swapped = number % 2 == 0 && (name == "dst" || name == "weight");
  if (!is_swapped || argument.allocation == 0 || argument.allocation != strongest.allocation ||
      argument.room != strongest.room)
    return;
  failure.given_variable = name == "dst" ? "temp3_gpu" : "temp4_gpu";
  failure.what.push_back(Overlap{"", "strongNeighbor", name, "strongNeighbor_gpu",
                                 failure.given_variable, 0, failure.index + 1});
  failure.hint.propose(Hint{"no_memory"}.from(Sure::cause));
}

std::optional<Failure> check_pass(const WrapperCase& wrapper_case, const Pass& expected,
                                  const SeenPass& seen, const std::vector<int>& matches_before,
                                  int number, bool is_last, int fresh,
                                  const std::vector<protocol::AllocationLines>& allocations,
                                  std::vector<Note>& notes) {
  const auto lines = [&](const protocol::SeenArray& array) { return lines_of(allocations, array); };
  const auto kept = std::count(expected.keepEdges.begin(), expected.keepEdges.end(), 1);
  // Without edges, the matching is right before any launch.
  if (seen.log.handshaking_launches == 0 && expected.edges.numEdges() == 0) return std::nullopt;
  if (seen.log.handshaking_launches == 0)
    return pass_never_ran({"check_handshaking_gpu", number, expected.edges.numEdges()});
  // If an array has the values of another array of the edge list, the other array was copied by
  // mistake.
  const auto compare = [&](const char* array, const std::vector<int>& got,
                           const std::vector<int>& right, const protocol::SeenArray& argument) {
    const std::string variable = std::string(array) + "_gpu";
    auto failure = wrong_array(array, variable, got, right, fresh, lines(argument));
    if (failure) tell_shared_memory(array, argument, seen.log.strongNeighbor, number, *failure);
    const EdgeList& edges = expected.edges;
    for (const auto& [name, values] : {std::pair("src", &edges.src), std::pair("dst", &edges.dst),
                                       std::pair("weight", &edges.weight)})
      if (failure && got == *values)
        failure->what.push_back(Told{"holds_other", {{"variable", variable}, {"array", name}}});
    return failure;
  };
  if (auto failure = compare("matches", seen.matches, matches_before, seen.log.matches))
    return failure;
  if (!wrapper_case.extra)
    if (auto failure = compare("strongNeighbor", seen.strongNeighbor, expected.strongNeighbor,
                               seen.log.strongNeighbor))
      return failure;
  if (auto failure = compare("src", seen.src, expected.edges.src, seen.log.src)) return failure;
  if (auto failure = compare("dst", seen.dst, expected.edges.dst, seen.log.dst)) return failure;
  const bool needs_pack = !is_last, has_pack = seen.log.pack_launches > 0;
  if (needs_pack && has_pack)
    if (auto failure = compare("weight", seen.weight, expected.edges.weight, seen.log.pack[5]))
      return failure;
  // After the edges: from wrong edges, right code finds wrong neighbors.
  if (wrapper_case.extra)
    if (auto failure = compare_strongest(expected, seen, matches_before, number, fresh, notes))
      return failure;
  if (needs_pack && !has_pack)
    return pass_never_ran({"packGraph_gpu", number, static_cast<int>(kept)});
  return std::nullopt;
}

std::optional<Failure> check_leaks(const WrapperCase& wrapper_case, const WrapperReply& reply,
                                   const Forgiven& forgiven, std::vector<Note>& notes) {
  std::vector<int> known = forgiven.leaking_lines;
  std::vector<protocol::MemoryEvent> leaks;
  for (const protocol::MemoryEvent& event : reply.events) {
    if (event.fault != protocol::MemoryFault::leak) continue;
    const auto is_known = std::find(known.begin(), known.end(), event.line);
    if (is_known == known.end())
      leaks.push_back(event);
    else
      known.erase(is_known);
  }
  // The passes swap arrays, so a leak may be in another line on another graph.
  leaks.erase(leaks.begin(),
              leaks.begin() + static_cast<long>(std::min(known.size(), leaks.size())));
  if (leaks.empty()) return std::nullopt;
  const long scratch = (wrapper_case.graph.numEdges() + 1L) * static_cast<long>(sizeof(int));
  if (forgiven.one_leak && leaks.size() == 1 && leaks.front().bytes >= scratch - 4 &&
      leaks.front().bytes <= scratch) {
    notes = {{"lost_array"}};
    return std::nullopt;
  }
  return leaked(leaks, reply);
}

// Reports a result that is a copy of `matches` from an earlier pass, or from before all passes.
void tell_stale(const WrapperReply& reply, const std::vector<Pass>& passes, Failure& failure) {
  const int last = static_cast<int>(passes.size());
  const std::vector<int> start(reply.matches.size(), kUnmatched);
  for (int pass = last - 1; pass >= 0; pass--) {
    if (reply.matches != (pass == 0 ? start : passes[pass - 1].matches)) continue;
    failure.what.push_back(StaleResult{"matches_gpu", pass, last, reply.result_copied > 0});
    return;
  }
}

// Adds the error that ended the passes. A launch that would come after it is not missing.
void tell_thrown(const std::string& thrown, Failure& failure) {
  if (failure.what.front().get<NeverLaunched>()) {
    const int pass = failure.pass;
    failure = ended_with(thrown);
    failure.pass = pass;
  } else {
    failure.what.push_back(Told{"passes_threw", {{"thrown", thrown}}});
  }
}

// The first wrong value in a pass or in the result.
std::optional<Failure> wrong_value(const WrapperCase& wrapper_case, const WrapperReply& reply,
                                   const std::vector<Pass>& passes, const Forgiven& forgiven,
                                   int fresh, std::vector<Note>& notes) {
  std::vector<int> before(wrapper_case.graph.numNodes, kUnmatched);
  for (size_t p = 0; p < passes.size(); p++) {
    const int number = static_cast<int>(p) + 1;
    SeenPass seen = reply.passes[p];
    if (wrapper_case.extra && forgiven.wrong_matches) seen.matches = before;
    auto failure = check_pass(wrapper_case, passes[p], seen, before, number, p + 1 == passes.size(),
                              fresh, reply.allocations, notes);
    if (failure) {
      failure->pass = number;
      if (wrapper_case.extra && failure->array == "strongNeighbor" && failure->pass > 1)
        failure->hint.propose({"later_pass"});
      if (!reply.thrown.empty()) tell_thrown(reply.thrown, *failure);
      return failure;
    }
    before = passes[p].matches;
  }
  if (!reply.thrown.empty()) return ended_with(reply.thrown);
  auto failure = wrong_array("matches", "", reply.matches, before, fresh);
  if (failure) {
    failure->hint.propose({"result_copied"});
    tell_stale(reply, passes, *failure);
  }
  return failure;
}

std::optional<Failure> first_short_array(const WrapperCase& wrapper_case, const WrapperReply& reply,
                                         const std::vector<Pass>& passes) {
  for (size_t p = 0; p < passes.size(); p++) {
    const protocol::PassLog& log = reply.passes[p].log;
    if (log.handshaking_launches == 0) break;
    auto failure = too_little_room(passes[p], log, wrapper_case.graph.numNodes,
                                   p + 1 == passes.size(), reply.allocations);
    if (!failure) continue;
    failure->pass = static_cast<int>(p) + 1;
    return failure;
  }
  return std::nullopt;
}

// A cudaFree that CUDA refuses: it changes no value.
static std::optional<Failure> wrong_free(const WrapperReply& reply, const Forgiven& forgiven) {
  for (const protocol::MemoryEvent& event : reply.events)
    if (event.fault == protocol::MemoryFault::unknown_free &&
        forgiven.uses.count({event.fault, event.line}) == 0)
      return memory_fault(event, reply);
  return std::nullopt;
}

std::optional<Failure> first_fault(const WrapperCase& wrapper_case, const WrapperReply& reply,
                                   const std::vector<Pass>& passes, const Forgiven& forgiven,
                                   int fresh, std::vector<Note>& notes) {
  using protocol::MemoryFault;
  const bool is_over = !reply.thrown.empty();  // what ended the passes is reported in any case
  // An array that is too short explains the other faults, so the lengths are tested first.
  auto failure = first_short_array(wrapper_case, reply, passes);
  if (failure && failure->array != forgiven.short_array) return failure;
  for (const protocol::MemoryEvent& event : reply.events) {
    if (event.fault == MemoryFault::leak) continue;
    const bool is_harmless = event.fault == MemoryFault::unknown_free ||
                             forgiven.uses.count({event.fault, event.line}) > 0;
    if (is_over || !is_harmless) return memory_fault(event, reply);
  }
  if (auto failure = wrong_value(wrapper_case, reply, passes, forgiven, fresh, notes))
    return failure;
  if (auto failure = wrong_free(reply, forgiven)) return failure;
  return check_leaks(wrapper_case, reply, forgiven, notes);
}

// The passes over the graph. They are kept until the next call with another graph, because many
// runs in a row use the same graph.
const std::vector<Pass>& passes_of(const EdgeList& graph) {
  static EdgeList known;
  static std::vector<Pass> passes;
  if (passes.empty() || !(known == graph)) {
    known = graph;
    passes = all_passes(graph);
  }
  return passes;
}

// Leaves out the table of arrays if it would mislead. Each line of the table is about one array and
// its allocation, so the table cannot show arrays that overlap in one allocation. If memory is
// leaked, the table is kept only if it shows an array that is never freed. The table cannot show
// all such arrays: if no kernel has used an array, the pointer to this array is not known.
void leave_out_table(Failure& failure) {
  for (const Fact& fact : failure.what)
    if (fact.get<Overlap>()) return failure.memory.clear();
  const auto is_left = [](const ArrayLife& life) { return life.allocated > 0 && life.freed == 0; };
  if (is_leak(failure) && std::none_of(failure.memory.begin(), failure.memory.end(), is_left))
    failure.memory.clear();
}

}  // namespace

static std::vector<int> rising_weights(int count) {
  std::vector<int> weights(count);
  std::iota(weights.begin(), weights.end(), 1);
  return weights;
}

std::vector<WrapperCase> memory_cases() {
  return {
      {{Scene::pair}, path_graph({3}), 256, false},
      {{Scene::handout}, handout_graph(), 256, false},
      {{Scene::one_match_a_pass}, path_graph({1, 2, 3, 4, 5}), 1, false},
      {{Scene::three_passes}, path_graph({1, 2, 3, 4, 5, 6}), 300, false},
      {{Scene::star, 9}, star_graph(51, 9, 4, {1, 9}), 256, false},
      // Two passes, and more nodes than directed edges; the last nodes have no edge.
      {{Scene::more_nodes_than_edges}, random_graph(171, 90, 30, {-4, 4}), 1024, false},
      {{Scene::no_edge}, make_edge_list(3, {}), 256, false},
      {{Scene::random_graph, 100}, random_graph(53, 100, 400, {1, 30}), 1024, false},
      // The arrays src, dst and weight have 512 bytes each: a multiple of 128, 256 and 512.
      {{Scene::star, 65}, star_graph(55, 65, 20, {1, 30}), 256, false},
      // Every array has more bytes than 16 bits can count.
      {{Scene::random_graph, 17000}, random_graph(54, 17000, 9000, {1, 90}), 16384, false},
      // Each pass keeps nearly all edges: 74 of 78 in the first pass.
      {{Scene::one_match_a_pass}, path_graph(rising_weights(39)), 256, false},
  };
}

// The next two graphs have very many nodes or very many edges: so many that 16 bits cannot count
// them, and more than there are threads. Their matching takes one pass. No graph has both many
// nodes and many edges: a solution that looks at all edges for every node is right, so it should
// end in time.
static EdgeList many_nodes() {
  constexpr int kNodes = 66040;
  std::vector<Edge> edges;
  for (int x = 0; x < 20; x++) edges.push_back({x, kNodes - 1 - x, 1 + x % 7});
  return make_edge_list(kNodes, edges);
}

static EdgeList many_edges() {
  constexpr int kNodes = 364;
  std::vector<Edge> edges;
  for (int x = 0; x < kNodes; x++)
    for (int to = x + 1; to < kNodes; to++)
      edges.push_back({x, to, x % 2 == 0 && to == x + 1 ? 9 : 1 + (x + to) % 5});
  return make_edge_list(kNodes, edges);
}

// Stars whose centers have 2^n - 1, 2^n or 2^n + 1 neighbors: a warp or a block often has 2^n
// threads. `heaviest` says how many edges of each center have the largest weight; these edges come
// last.
static EdgeList stars(int heaviest) {
  std::vector<Edge> edges;
  int node = 0;
  for (const int power : {4, 8, 16, 32, 64, 128, 256, 512, 1024})
    for (const int leaves : {power - 1, power, power + 1}) {
      const int center = node;
      for (int leaf = 1; leaf <= leaves; leaf++)
        edges.push_back({center, center + leaf, leaf > leaves - heaviest ? 9 : 5});
      node += leaves + 1;
    }
  return make_edge_list(node, edges);
}

std::vector<WrapperCase> extra_cases() {
  constexpr int kLargest = 2147483647;
  return {
      {{Scene::pair}, path_graph({3}), 256, true},
      {{Scene::handout}, handout_graph(), 256, true},
      {{Scene::three_equal_edges},
       make_edge_list(4, {{0, 1, 5}, {0, 2, 5}, {0, 3, 5}}),
       256,
       true,
       "ties"},
      {{Scene::last_has_equal_edges},
       make_edge_list(4, {{3, 2, 5}, {3, 1, 5}, {0, 1, 2}}),
       256,
       true,
       "ties"},
      {{Scene::node_without_edge}, make_edge_list(4, {{0, 2, 1}, {2, 3, 7}}), 256, true},
      {{Scene::zero_and_negative},
       make_edge_list(5, {{0, 1, -3}, {1, 2, 0}, {2, 3, -1}, {3, 4, -8}}),
       256,
       true,
       "weights"},
      {{Scene::extreme_weights},
       make_edge_list(4,
                      {{0, 1, kLargest}, {1, 2, -kLargest - 1}, {2, 3, -kLargest - 1}, {0, 3, 0}}),
       256,
       true,
       "weights"},
      {{Scene::one_match_a_pass}, path_graph({1, 2, 3, 4, 5}), 1, true},
      {{Scene::no_edge}, make_edge_list(3, {}), 256, true},
      {{Scene::star, 600}, star_graph(61, 600, 311, {1, 500}), 256, true, "sizes"},
      {{Scene::star_of_equals, 600}, star_graph(62, 600, 599, {4, 4}), 512, true, "ties"},
      {{Scene::random_with_ties, 100}, random_graph(63, 100, 500, {1, 3}), 256, true, "ties"},
      {{Scene::random_graph, 300}, random_graph(64, 300, 2000, {-50, 50}), 1024, true, "weights"},
      {{Scene::more_nodes_than_threads}, random_graph(65, 2000, 700, {1, 9}), 256, true, "sizes"},
      {{Scene::more_threads_than_a_block}, random_graph(66, 40, 90, {1, 9}), 2048, true, "sizes"},
      // Handout, "weights are int": as float, these weights would be equal.
      {{Scene::close_weights},
       make_edge_list(4, {{0, 1, kLargest - 2}, {0, 2, kLargest - 1}, {2, 3, kLargest}}),
       256,
       true,
       "weights"},
      {{Scene::stars}, stars(1), 1024, true, "sizes"},
      {{Scene::stars_of_equals}, stars(kLargest), 256, true, "ties"},
      {{Scene::more_nodes_than_threads}, many_nodes(), 64, true, "sizes"},
      {{Scene::more_edges_than_threads}, many_edges(), 512 * 256, true, "sizes"},
      // 1025 blocks: more than the 1024 threads that a block may have.
      {{Scene::pair}, path_graph({3}), 1025 * 256, true, "sizes"},
      // 257 blocks of 256 threads: more blocks than threads per block. One end of each edge has a
      // larger number than all threads.
      {{Scene::more_nodes_than_threads}, many_nodes(), 257 * 256, true, "sizes"},
      // Most nodes have more edges than a warp has threads.
      {{Scene::random_with_ties, 80}, random_graph(67, 80, 2000, {1, 3}), 512, true, "ties"},
      // If 2^n threads share the 2^n + 1 edges of a center, thread 0 may get the last edge. The
      // edge before it is equally heavy, and belongs to the last thread.
      {{Scene::stars_with_ties}, stars(2), 1024, true, "ties"},
  };
}

bool is_leak(const Failure& failure) {
  return failure.finding && failure.finding->kind == Kind::leak;
}

Forgiven known_faults(const WrapperCase& wrapper_case, const WrapperReply& reply) {
  Forgiven known;
  for (const protocol::MemoryEvent& event : reply.events) {
    if (event.fault == protocol::MemoryFault::leak) known.leaking_lines.push_back(event.line);
    known.uses.insert({event.fault, event.line});
  }
  if (reply.passes.empty()) return known;
  if (auto failure = first_short_array(wrapper_case, reply, all_passes(wrapper_case.graph)))
    known.short_array = failure->array;
  const std::vector<int>& matches = reply.passes.front().matches;
  known.wrong_matches =
      known.short_array == "matches" || matches != std::vector<int>(matches.size(), kUnmatched);
  return known;
}

// The share of the arrays of a pass that have enough room, and of those filled by the CPU that have
// the right values. If no kernel was launched, only the sizes and copies of all allocations are
// known.
static double share_of_arrays(const WrapperCase& wrapper_case, const WrapperReply& reply,
                              const Pass& first) {
  constexpr int kFilled = 4;  // matches, src, dst and weight
  const SeenPass& seen = reply.passes.front();
  int right = 0, filled = 0;
  if (seen.log.handshaking_launches > 0) {
    const std::vector<int> unmatched(first.matches.size(), kUnmatched);
    const bool has_weight = seen.log.pack_launches == 0 || seen.weight == first.edges.weight;
    filled = (seen.matches == unmatched) + (seen.src == first.edges.src) +
             (seen.dst == first.edges.dst) + has_weight;
  } else {
    for (const protocol::AllocationLines& one : reply.allocations)
      filled += one.bytes > 0 && one.filled_bytes == one.bytes;
    filled = std::min(filled, kFilled);
  }
  const auto lives = array_lives(wrapper_case.graph, seen.log, reply.allocations);
  std::vector<long> rooms;  // of allocations that are not known by name
  for (const protocol::AllocationLines& one : reply.allocations)
    rooms.push_back(one.bytes / static_cast<long>(sizeof(int)));
  for (const ArrayLife& life : lives) {
    const auto fits =
        std::find_if(rooms.begin(), rooms.end(), [&](long room) { return room == life.needs; });
    const bool is_known = !life.user.empty();
    right += is_known ? life.has >= life.needs : fits != rooms.end();
    if (fits != rooms.end()) rooms.erase(fits);
  }
  const int all = static_cast<int>(lives.size()) + kFilled + 1;  // 1: the result
  return (right + filled) / static_cast<double>(all);
}

// Whether the extra credit is right in every pass. A mistake in the use of GPU memory belongs to the
// part "GPU memory".
static bool finds_strongest(const WrapperReply& reply, const std::vector<Pass>& passes,
                            const Forgiven& forgiven) {
  std::vector<int> before(reply.matches.size(), kUnmatched);
  std::vector<Note> notes;
  for (size_t p = 0; p < passes.size(); p++) {
    const SeenPass& seen = reply.passes[p];
    if (passes[p].edges.numEdges() == 0 && seen.log.handshaking_launches == 0) break;
    const bool is_changed = seen.matches != before && !forgiven.wrong_matches;
    if (seen.log.handshaking_launches == 0 || is_changed ||
        compare_strongest(passes[p], seen, before, 0, 0, notes))
      return false;
    before = passes[p].matches;
  }
  return true;
}

// A wrong use of memory that changes no value costs nothing here.
static double share_of(const WrapperCase& wrapper_case, const WrapperReply& reply,
                       const std::vector<Pass>& passes, const std::optional<Failure>& failure,
                       int fresh, const Forgiven& forgiven) {
  std::vector<Note> notes;
  if (!failure) return 1;
  if (reply.end.how != Ended::replied) return 0;
  // Of a graph without an edge, only the end of the program is known.
  const bool has_edges = wrapper_case.graph.numEdges() > 0;
  if (wrapper_case.extra && !has_edges && failure->verdict == Verdict::crash) return 0;
  if (wrapper_case.extra) return is_leak(*failure) || finds_strongest(reply, passes, forgiven);
  if (!wrong_value(wrapper_case, reply, passes, forgiven, fresh, notes)) return 1;
  return share_of_arrays(wrapper_case, reply, passes.front());
}

// What is leaked or freed in a wrong way although a value is wrong. If nothing at all is freed, or if
// an error ended the passes, the first mistake may be why.
static std::vector<Failure> beside(const WrapperCase& wrapper_case, const WrapperReply& reply,
                                   const Forgiven& forgiven, const Failure& first) {
  std::vector<Note> notes;
  std::vector<Failure> found;
  if (reply.end.how != Ended::replied || !reply.thrown.empty() || reply.first_free == 0)
    return found;
  if (auto leak = check_leaks(wrapper_case, reply, forgiven, notes)) found.push_back(*leak);
  if (first.verdict == Verdict::wrong)
    if (auto freed = wrong_free(reply, forgiven)) found.push_back(*freed);
  for (Failure& one : found) set_scene(wrapper_case, one);
  return found;
}

WrapperResult run_wrapper_case(WrapperRunner& runner, const WrapperCase& wrapper_case, int poison,
                               const Forgiven& forgiven) {
  const std::vector<Pass>& passes = passes_of(wrapper_case.graph);
  const WrapperReply reply = runner.run(wrapper_case, passes, kFresh[poison]);
  WrapperResult result;
  if (reply.end.how != Ended::replied)
    result.failure = ended_badly(wrapper_case, reply);
  else
    result.failure =
        first_fault(wrapper_case, reply, passes, forgiven, kFresh[poison], result.notes);
  result.share = share_of(wrapper_case, reply, passes, result.failure, kFresh[poison], forgiven);
  if (result.failure) {
    if (!is_leak(*result.failure))
      result.beside = beside(wrapper_case, reply, forgiven, *result.failure);
    if (reply.end.how == Ended::replied && !wrapper_case.extra)
      result.failure->memory =
          array_lives(wrapper_case.graph, reply.passes.front().log, reply.allocations);
    const bool has_element = result.failure->verdict == Verdict::wrong && result.failure->expected;
    if (has_element) tell_sets(reply.sets, *result.failure);
    leave_out_table(*result.failure);
    set_scene(wrapper_case, *result.failure);
    result.failure->printed = reply.printed;
  }
  return result;
}

void set_scene(const WrapperCase& wrapper_case, Failure& failure) {
  failure.title =
      words::title(wrapper_case.title.of_match(wrapper_case.numthreads, wrapper_case.extra));
  failure.program_threads = wrapper_case.numthreads;
  failure.rule = words::rule(wrapper_case.extra ? Rule::strongest_neighbor : Rule::gpu_memory);
}

}  // namespace handshake::suite
