// What is said about GPU memory and about the strongest neighbors of the extra credit.
#include "suite/wrapper_failure.hpp"

#include <algorithm>

#include "suite/shown_array.hpp"

namespace handshake::suite {

namespace {

Failure start_failure(Verdict verdict, const std::string& what, const std::string& hint) {
  Failure failure;
  failure.verdict = verdict;
  failure.what = {what};
  failure.hint = hint;
  return failure;
}

std::string number(long value) {
  return std::to_string(value);
}

std::string elements(long count) {
  return number(count) + (count == 1 ? " element" : " elements");
}

std::string place(const std::string& file, int line) {
  return file + ":" + number(line);
}

Finding at_line(const protocol::MemoryEvent& event, const std::string& kind) {
  Finding finding;
  finding.kind = kind;
  finding.severity = "error";
  finding.file = event.file;
  finding.line = event.line;
  finding.other_line = event.allocated_line;
  if (event.allocated_line > 0) finding.other_file = event.file;
  return finding;
}

struct Room {
  const char* kernel;
  const char* argument;
  const char* variable;  // in the first pass
  protocol::SeenArray seen;
  long needs;
};

// What the submission did with the allocation before the passes, line by line.
void tell_allocation(Failure& failure, const std::string& variable,
                     const protocol::AllocationLines& lines, bool was_freed = false) {
  const auto at = [&](int line) {
    add_place(failure, {lines.file, line});
    return place(lines.file, line);
  };
  if (was_freed) {
    failure.what.push_back(variable + " is allocated at " + at(lines.made) +
                           ", and was freed before, at " + at(lines.freed) + ".");
  } else if (lines.filled > 0) {
    failure.what.push_back(variable + " is allocated at " + at(lines.made) +
                           " and was filled last at " + at(lines.filled) + ".");
  } else {
    failure.what.push_back(variable + " is allocated at " + at(lines.made) +
                           "; nothing was copied into it before the first pass.");
  }
}

// None for what fresh memory holds: an element that was never written.
std::vector<std::optional<int>> written(const std::vector<int>& got, int fresh) {
  std::vector<std::optional<int>> known(got.begin(), got.end());
  for (std::optional<int>& value : known)
    if (value == fresh) value.reset();
  return known;
}

}  // namespace

Failure ended_badly(const WrapperReply& reply) {
  const bool is_slow = reply.how == Ended::timed_out || reply.how == Ended::flooded;
  Failure failure =
      start_failure(is_slow ? Verdict::slow : Verdict::crash, reply.text,
                    is_slow ? "Does every loop come to an end?"
                            : "Which pointer may not point to GPU memory, and which index may be "
                              "outside of its array?");
  failure.hangs = reply.how == Ended::timed_out;
  for (const Finding& finding : reply.findings) {
    if (!is_error(finding) || failure.finding) continue;
    failure.finding = finding;
    for (const std::string& sentence : describe(finding)) failure.what.push_back(sentence);
  }
  return failure;
}

Failure ended_with(const std::string& thrown) {
  return start_failure(Verdict::crash, "The passes ended with: " + thrown,
                       "Read what the failed call was given.");
}

Failure pass_never_ran(const std::string& kernel) {
  return start_failure(Verdict::wrong, kernel + " was not launched in this pass.",
                       "The passes are given code. Compare what stands outside of the marks with "
                       "the kit.");
}

const protocol::AllocationLines* lines_of(const std::vector<protocol::AllocationLines>& allocations,
                                          const protocol::SeenArray& seen) {
  const bool is_known =
      seen.allocation > 0 && seen.allocation <= static_cast<int>(allocations.size());
  return is_known ? &allocations[seen.allocation - 1] : nullptr;
}

Failure memory_fault(const protocol::MemoryEvent& event) {
  using protocol::MemoryFault;
  Failure failure = start_failure(Verdict::memory, "", "");
  const std::string at = place(event.file, event.line) + ": ";
  switch (event.fault) {
    case MemoryFault::unknown_free:
      failure.what = {at + "cudaFree is given something that is not allocated now."};
      failure.hint = "Is it freed twice, or was it never allocated with cudaMalloc?";
      failure.finding = at_line(event, "bad_free");
      break;
    case MemoryFault::copy_past_end:
      failure.what = {at + "cudaMemcpy copies " + number(event.bytes) + " bytes, but " +
                      (event.allocated_line > 0
                           ? "the GPU array has room for " + number(event.room) +
                                 ". It was allocated in line " + number(event.allocated_line) + "."
                           : "the array on the CPU has only " + number(event.room) + ".")};
      failure.hint =
          "cudaMalloc and cudaMemcpy count bytes. How many bytes has the array, and how "
          "many elements has what you copy?";
      failure.finding = at_line(event, "copy_past_end");
      break;
    case MemoryFault::wrong_direction:
      failure.what = {at + "The direction of cudaMemcpy does not fit its arrays."};
      failure.hint = "The target comes first, then the source. Which of the two is on the GPU?";
      failure.finding = at_line(event, "wrong_direction");
      break;
    case MemoryFault::leak:
      break;
  }
  return failure;
}

Failure leaked(const std::vector<protocol::MemoryEvent>& leaks) {
  const protocol::MemoryEvent& first = leaks.front();
  Failure failure = start_failure(
      Verdict::memory,
      place(first.file, first.line) + ": the array of " + number(first.bytes) +
          " bytes that is allocated here is never freed.",
      "The pointers trade places from pass to pass. Is every array that was allocated given to "
      "cudaFree in the end, whatever its name is then?");
  if (leaks.size() > 1)
    failure.what.push_back(number(static_cast<long>(leaks.size())) +
                           " arrays are never freed; this is the first.");
  failure.finding = at_line(first, "leak");
  return failure;
}

Failure wrong_strongest(const Pass& pass, const std::vector<int>& got, int node, int fresh) {
  const std::vector<int>& expected = pass.strongNeighbor;
  Failure failure = start_failure(Verdict::wrong, "", "");
  failure.array = "strongNeighbor";
  failure.index = node;
  const std::vector<std::optional<int>> known = written(got, fresh);
  failure.got = known[node];
  failure.expected = expected[node];
  for (size_t i = 0; i < got.size(); i++) failure.differences += got[i] != expected[i];
  failure.shown = {show("strongNeighbor", "yours", "node", known, node),
                   show("strongNeighbor", "expected", "node", expected, node)};
  failure.what = {"strongNeighbor[" + number(node) + "] " +
                  (failure.got ? "is " + number(*failure.got) : "was never written") +
                  " and must be " + number(expected[node]) + "."};
  std::string edges;
  int count = 0;
  for (int e = 0; e < pass.edges.numEdges(); e++)
    if (pass.edges.src[e] == node && ++count <= 8)
      edges += (count > 1 ? ", " : "") + std::string("node ") + number(pass.edges.dst[e]) +
               " (weight " + number(pass.edges.weight[e]) + ")";
  failure.what.push_back(count == 0 ? "Node " + number(node) + " has no edge left."
                                    : "The neighbors of node " + number(node) + " are " + edges +
                                          (count > 8 ? ", and more." : "."));
  failure.hint =
      count == 0 ? "What does the array hold for a node that none of your threads visits?"
                 : "Which neighbor wins when several edges are equally heavy, in every order of "
                   "threads? And which value do you start from, when weights may be negative?";
  return failure;
}

std::optional<Failure> wrong_array(const std::string& array, const std::string& variable,
                                   const std::vector<int>& got, const std::vector<int>& expected,
                                   int fresh, const protocol::AllocationLines* lines) {
  const auto different = std::mismatch(got.begin(), got.end(), expected.begin());
  if (different.first == got.end()) return std::nullopt;
  const int index = static_cast<int>(different.first - got.begin());
  Failure failure = start_failure(
      Verdict::wrong,
      variable + ": element " + number(index) +
          (got[index] == fresh ? " holds what fresh GPU memory holds"
                               : " is " + number(got[index])) +
          " and must be " + number(expected[index]) + ".",
      "Fresh GPU memory holds anything. Which arrays need a copy from the CPU before the first "
      "pass, and how many bytes of it?");
  failure.array = array;
  failure.index = index;
  const std::vector<std::optional<int>> known = written(got, fresh);
  const char* const of = array == "matches" || array == "strongNeighbor" ? "node" : "edge";
  failure.got = known[index];
  failure.expected = expected[index];
  for (size_t i = 0; i < got.size(); i++) failure.differences += got[i] != expected[i];
  failure.shown = {show(array, "yours", of, known, index),
                   show(array, "expected", of, expected, index)};
  if (lines) tell_allocation(failure, variable, *lines);
  return failure;
}

std::optional<Failure> too_little_room(const Pass& pass, const protocol::PassLog& log, int numNodes,
                                       bool is_last,
                                       const std::vector<protocol::AllocationLines>& allocations) {
  const long numEdges = pass.edges.numEdges();
  const long kept = std::count(pass.keepEdges.begin(), pass.keepEdges.end(), 1);
  const char* const scan = "exclusive_prefix_sum_gpu";
  const char* const filter = "markFilterEdges_gpu";
  const char* const pack = "packGraph_gpu";
  std::vector<Room> rooms = {
      {"check_handshaking_gpu", "strongNeighbor", "strongNeighbor_gpu", log.strongNeighbor,
       numNodes},
      {"check_handshaking_gpu", "matches", "matches_gpu", log.matches, numNodes},
      {filter, "src", "src_gpu", log.src, numEdges},
      {filter, "dst", "dst_gpu", log.dst, numEdges},
      {filter, "matches", "matches_gpu", log.filter_matches, numNodes},
      {filter, "keepEdges", "temp1_gpu", log.keepEdges, numEdges},
      {scan, "oldSum", "temp1_gpu", log.oldSum, numEdges + 1},
      {scan, "newSum", "temp2_gpu", log.newSum, numEdges + 1},
  };
  const std::vector<Room> pack_rooms = {
      {pack, "newSrc", "temp2_gpu", log.pack[0], kept},
      {pack, "oldSrc", "src_gpu", log.pack[1], numEdges},
      {pack, "newDst", "temp3_gpu", log.pack[2], kept},
      {pack, "oldDst", "dst_gpu", log.pack[3], numEdges},
      {pack, "newWeight", "temp4_gpu", log.pack[4], kept},
      {pack, "oldWeight", "weight_gpu", log.pack[5], numEdges},
      {pack, "edgeMap", "temp1_gpu", log.pack[6], numEdges + 1},
  };
  if (!is_last && log.pack_launches > 0)
    rooms.insert(rooms.end(), pack_rooms.begin(), pack_rooms.end());
  for (const Room& room : rooms) {
    const int has = room.seen.room;
    if (has >= room.needs) continue;
    std::string what = std::string(room.kernel) + " needs " + room.argument + " with " +
                       elements(room.needs) + ", and is given ";
    what += has == 0 ? "a pointer to no memory that cudaMalloc has made."
                     : "an array with room for " + elements(has) + ".";
    Failure failure =
        start_failure(Verdict::memory, what,
                      "gpuHeaders.cuh lists the length of every array, and cudaMalloc "
                      "counts bytes. Look at what each pointer is allocated with.");
    failure.what.push_back(std::string("In the first pass this array is ") + room.variable +
                           "; the pointers trade places later.");
    failure.array = room.argument;
    if (const protocol::AllocationLines* lines = lines_of(allocations, room.seen))
      tell_allocation(failure, room.variable, *lines, has == 0);
    else
      failure.unset_variable = room.variable;
    return failure;
  }
  return std::nullopt;
}

}  // namespace handshake::suite
