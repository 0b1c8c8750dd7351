// Finds the facts and the hint that explain what went wrong in whole passes.
#include "labs/matching/wrapper_failure.hpp"

#include <algorithm>
#include <climits>
#include <set>

#include "suite/kernel_failure.hpp"
#include "suite/shown_array.hpp"

namespace handshake::suite {

namespace {

constexpr size_t kMostNeighbors = 8;  // the most neighbors that a sentence names

Finding at_line(const protocol::MemoryEvent& event, Kind kind) {
  Finding finding;
  finding.kind = kind;
  finding.severity = Severity::error;
  finding.file = event.file;
  finding.line = event.line;
  finding.other_line = event.allocated_line;
  if (event.allocated_line > 0) finding.other_file = event.file;
  return finding;
}

// Adds the submission's line that allocated the array, and the line that filled it before the
// passes.
void tell_allocation(Failure& failure, const std::string& variable,
                     const protocol::AllocationLines& lines) {
  add_place(failure, {lines.file, lines.filled});
  add_place(failure, {lines.file, lines.made});
  failure.what.push_back(Allocated{variable, lines, false});
}

// Says where the other arrays are freed.
void tell_freed(Failure& failure, const std::vector<protocol::AllocationLines>& allocations) {
  long arrays = 0;
  Place first, last;
  for (const protocol::AllocationLines& lines : allocations) {
    if (lines.freed == 0) continue;
    first = {lines.file, arrays == 0 ? lines.freed : std::min(first.line, lines.freed)};
    last = {lines.file, std::max(last.line, lines.freed)};
    arrays++;
  }
  if (arrays == 0) return;
  if (first == last) add_place(failure, first);
  failure.what.push_back(Told{"freed_others",
                              {{"arrays", arrays},
                               {"one", arrays == 1},
                               {"first", first},
                               {"last", first == last ? Slot() : Slot(last.line)}}});
}

// The values of an array. An element that still holds `fresh`, the value of new memory, was never
// written: it becomes std::nullopt.
std::vector<std::optional<int>> written(const std::vector<int>& got, int fresh) {
  std::vector<std::optional<int>> known(got.begin(), got.end());
  for (std::optional<int>& value : known)
    if (value == fresh) value.reset();
  return known;
}

// Stores in the failure which element is wrong, and the elements to show around it. The array has
// one element per node or per edge; `of` says which.
void set_element(Failure& failure, const std::string& array, const std::string& of,
                 const std::vector<std::optional<int>>& known, const std::vector<int>& got,
                 const std::vector<int>& expected, int index) {
  failure.array = array;
  failure.index = index;
  failure.got = known[index];
  failure.expected = expected[index];
  for (size_t i = 0; i < got.size(); i++) failure.differences += got[i] != expected[i];
  failure.shown = {show(array, "yours", of, known, index),
                   show(array, "expected", of, expected, index)};
}

}  // namespace

Failure failure_of_passes(Verdict verdict, Fact what, Thought thought) {
  Failure failure;
  failure.verdict = verdict;
  failure.what = {std::move(what)};
  failure.hint.propose({thought});
  return failure;
}

void tell_lost(Failure& failure, const std::vector<protocol::AllocationLines>& allocations) {
  for (const protocol::AllocationLines& lines : allocations) {
    if (lines.lost == 0 || lines.freed > 0) continue;
    add_place(failure, {lines.file, lines.lost});
    add_place(failure, {lines.file, lines.made});
    failure.what.push_back(Told{"pointer_reused",
                                {{"again", lines.made == lines.lost},
                                 {"made", Place{lines.file, lines.made}},
                                 {"lost", Place{lines.file, lines.lost}}}});
    if (failure.hint->thought == "never_freed") failure.hint.refine({"freed_as_often"});
    return;
  }
}

// If all memory was allocated in one line and none of it is used, the function that contains this
// line may have lost the address.
void tell_unused(Failure& failure, const std::vector<protocol::AllocationLines>& allocations) {
  if (allocations.empty()) return;
  const protocol::AllocationLines& first = allocations.front();
  const bool are_unused = std::all_of(
      allocations.begin(), allocations.end(), [&](const protocol::AllocationLines& lines) {
        return lines.made == first.made && lines.filled == 0 && lines.freed == 0;
      });
  if (!are_unused) return;
  add_place(failure, {first.file, first.made});
  failure.what.push_back(UnusedMemory{{first.file, first.made}});
  failure.hint.propose(Hint{"address_of_memory"}.from(Sure::steps));
}

// If the wrong value comes from a cudaMemset, and not from a copy, changes the hint.
static void tell_set_before(const std::vector<protocol::SetBytes>& sets, Failure& failure) {
  if (failure.hint->thought != "filled_with") return;
  for (const Fact& fact : failure.what) {
    const auto* const array = fact.get<Allocated>();
    const bool is_set = array && std::any_of(sets.begin(), sets.end(), [&](const auto& set) {
                          return set.line > 0 && set.line == array->lines.filled;
                        });
    if (is_set) failure.hint.refine({"value_of_set"});
  }
}

void tell_sets(const std::vector<protocol::SetBytes>& sets, Failure& failure) {
  constexpr int kMostByte = 255, kLeastByte = -128, kOnes = 0x01010101;
  const auto loses = [](int value) { return value > kMostByte || value < kLeastByte; };
  const protocol::SetBytes* told = nullptr;
  for (const protocol::SetBytes& set : sets) {
    const bool is_meant = set.value == 0 || set.value == -1 || set.value == kMostByte;
    if (is_meant || set.line == 0) continue;
    if (!told || (loses(set.value) && !loses(told->value))) told = &set;
  }
  if (!told) return tell_set_before(sets, failure);
  const unsigned byte = static_cast<unsigned>(told->value) & kMostByte;
  const Place place{told->file, told->line};
  if (loses(told->value)) add_place(failure, place);
  failure.what.push_back(
      SetEachByte{place, told->value, static_cast<int>(byte), static_cast<int>(byte * kOnes)});
  if (loses(told->value)) failure.hint.propose(Hint{"set_bytes"}.from(Sure::cause));
}

Failure ended_badly(const WrapperCase& wrapper_case, const WrapperReply& reply) {
  const bool is_spent = reply.end.how == Ended::spent;
  const bool is_slow =
      is_spent || reply.end.how == Ended::timed_out || reply.end.how == Ended::flooded;
  Failure failure = failure_of_passes(is_slow ? Verdict::slow : Verdict::crash,
                                      WrapperEnded{wrapper_case.extra, reply.end},
                                      is_spent                         ? "slow_launches"
                                      : is_slow                        ? "endless_passes"
                                      : reply.end.how == Ended::exited ? "ends_program"
                                                                       : "which_pointer");
  failure.is_spent = is_spent;
  failure.hangs = is_spent || reply.end.how == Ended::timed_out;
  add_first_error(reply.findings, failure);
  return failure;
}

Failure ended_with(const std::string& thrown) {
  return failure_of_passes(Verdict::crash, Told{"passes_threw", {{"thrown", thrown}}},
                           "failed_call");
}

Failure pass_never_ran(const NeverLaunched& fact) {
  return failure_of_passes(Verdict::wrong, fact, "never_began");
}

const protocol::AllocationLines* lines_of(const std::vector<protocol::AllocationLines>& allocations,
                                          const protocol::SeenArray& seen) {
  const bool is_known =
      seen.allocation > 0 && seen.allocation <= static_cast<int>(allocations.size());
  return is_known ? &allocations[seen.allocation - 1] : nullptr;
}

Failure memory_fault(const protocol::MemoryEvent& event, const WrapperReply& reply) {
  using protocol::MemoryFault;
  const auto fault = [&event](Kind kind, Thought thought) {
    Failure failure = failure_of_passes(Verdict::memory, BadMemoryCall{event}, thought);
    failure.finding = at_line(event, kind);
    add_place(failure, {event.file, event.freed_line});
    return failure;
  };
  switch (event.fault) {
    case MemoryFault::unknown_free:
      return fault(Kind::bad_free, event.allocated_line == 0 ? "bad_free"
                                   : event.freed_line == 0   ? "freed_piece"
                                                             : "freed_twice");
    case MemoryFault::copy_past_end:
    case MemoryFault::set_past_end:
      return fault(Kind::copy_past_end, "bytes_of_copy");
    case MemoryFault::wrong_direction:
      return fault(Kind::wrong_direction,
                   event.room == 1 || event.room == 2 ? "which_memory" : "direction");
    case MemoryFault::no_memory:
    case MemoryFault::set_no_memory: {
      if (event.allocated_line > 0) return fault(Kind::no_memory, "use_after_free");
      Failure failure = fault(Kind::no_memory, "no_memory");
      for (const protocol::AllocationLines& one : reply.allocations)
        failure.allocating.push_back(one.made);
      tell_lost(failure, reply.allocations);
      tell_unused(failure, reply.allocations);
      return failure;
    }
    case MemoryFault::target_behind:
    case MemoryFault::source_behind:
      return fault(Kind::copy_behind_end, "behind_the_end");
    case MemoryFault::refused:
      return fault(Kind::refused, "size_of_array");
    case MemoryFault::leak:
      break;
  }
  return leaked({event}, reply);
}

Failure leaked(const std::vector<protocol::MemoryEvent>& leaks, const WrapperReply& reply) {
  const protocol::MemoryEvent& first = leaks.front();
  std::vector<int> lines;
  for (const protocol::MemoryEvent& leak : leaks) lines.push_back(leak.line);
  Failure failure = failure_of_passes(
      Verdict::memory, Leaked{first, static_cast<int>(leaks.size()), reply.first_free, lines},
      "never_freed");
  failure.finding = at_line(first, Kind::leak);
  if (leaks.size() == 2) add_place(failure, {first.file, lines.back()});
  tell_lost(failure, reply.allocations);
  tell_freed(failure, reply.allocations);
  for (const protocol::AllocationLines& one : reply.allocations)
    failure.allocating.push_back(one.made);
  const bool frees_none = std::all_of(reply.allocations.begin(), reply.allocations.end(),
                                      [](const auto& lines) { return lines.freed == 0; });
  if (frees_none && reply.first_free == 0) failure.hint.refine({"leak"});
  if (frees_none && reply.first_free > 1) {
    const Place place{first.file, reply.first_free};
    add_place(failure, place);
    failure.what.push_back(Told{"freed_nothing", {{"at", place}}});
    failure.hint.refine({"freed_nothing"});
  }
  return failure;
}

// Chooses the hint by what the wrong value shows about the kernel that computed it.
static Thought thought_of(const EdgeList& edges, int node, std::optional<int> got, int expected) {
  if (expected == kUnmatched) return "node_without_edge";
  if (!got) return "unvisited_node";
  bool is_neighbor = false;
  int weight = 0, heaviest = INT_MIN;
  for (int e = 0; e < edges.numEdges(); e++) {
    if (edges.src[e] != node) continue;
    heaviest = std::max(heaviest, edges.weight[e]);
    if (edges.dst[e] != *got) continue;
    is_neighbor = true;
    weight = edges.weight[e];
  }
  if (is_neighbor && weight < 0 && heaviest >= 0) return "negative_weight";
  if (is_neighbor) return weight == heaviest ? "equal_weights" : "lighter_edge";
  if (*got >= 0 && std::find(edges.src.begin(), edges.src.end(), *got) != edges.src.end())
    return "edges_of_node";
  if (*got != kUnmatched) return "not_a_neighbor";
  return heaviest <= 0 ? "start_value" : "lighter_edge";
}

// Reports that several edges of the node have the largest weight, and that the kernel chose the
// wrong edge among them.
static void tell_equal_edges(const EdgeList& edges, Failure& failure) {
  const int node = failure.index, smallest = *failure.expected;
  int heaviest = 0;
  for (int e = 0; e < edges.numEdges(); e++)
    if (edges.src[e] == node && edges.dst[e] == smallest) heaviest = edges.weight[e];
  failure.what.push_back(Told{
      "equal_edges",
      {{"node", node}, {"weight", heaviest}, {"smallest", smallest}, {"neighbor", *failure.got}}});
}

// If there are many neighbors, only some are shown: first of all the `compared` ones.
NeighborsOf neighbors_of(int node, const EdgeList& edges, const std::set<int>& compared, int pass) {
  NeighborsOf found{node, {}, false, pass};
  for (const bool is_compared : {true, false}) {
    for (int e = 0; e < edges.numEdges(); e++) {
      if (edges.src[e] != node || (compared.count(edges.dst[e]) > 0) != is_compared) continue;
      found.has_more = found.shown.size() == kMostNeighbors;
      if (found.has_more) return found;
      found.shown.emplace_back(edges.dst[e], edges.weight[e]);
    }
  }
  return found;
}

Failure wrong_strongest(const Pass& pass, const std::vector<int>& got, int node, int fresh,
                        int number) {
  const std::vector<int>& expected = pass.strongNeighbor;
  const std::vector<std::optional<int>> known = written(got, fresh);
  const char* const array = "strongNeighbor";
  Failure failure =
      failure_of_passes(Verdict::wrong, WrongElement{array, node, known[node], expected[node]},
                        thought_of(pass.edges, node, known[node], expected[node]));
  set_element(failure, array, "node", known, got, expected, node);
  failure.what.push_back(neighbors_of(node, pass.edges, {expected[node], got[node]}, number));
  if (failure.hint->thought == "equal_weights") tell_equal_edges(pass.edges, failure);
  return failure;
}

std::optional<Failure> wrong_array(const std::string& array, const std::string& variable,
                                   const std::vector<int>& got, const std::vector<int>& expected,
                                   int fresh, const protocol::AllocationLines* lines) {
  const auto different = std::mismatch(got.begin(), got.end(), expected.begin());
  if (different.first == got.end()) return std::nullopt;
  const int index = static_cast<int>(different.first - got.begin());
  const std::vector<std::optional<int>> known = written(got, fresh);
  const bool is_managed = lines && lines->is_managed != 0;
  const Thought thought = is_managed && lines->filled == 0     ? "set_by_cpu"
                          : !lines || lines->filled == 0       ? "fresh_memory"
                          : lines->filled_bytes < lines->bytes ? "bytes_of_copy"
                                                               : "filled_with";
  Failure failure = failure_of_passes(Verdict::wrong,
                                      Told{"wrong_contents",
                                           {{"result", variable.empty()},
                                            {"variable", variable},
                                            {"index", index},
                                            {"got", slot(known[index])},
                                            {"expected", expected[index]}}},
                                      thought);
  const char* const of = array == "matches" || array == "strongNeighbor" ? "node" : "edge";
  set_element(failure, array, of, known, got, expected, index);
  if (lines) tell_allocation(failure, variable, *lines);
  return failure;
}

}  // namespace handshake::suite
