// The outcome of a whole check, and its two forms: text for the student, JSON for programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/json.hpp"
#include "suite/edge_list.hpp"
#include "suite/part.hpp"
#include "suite/passes.hpp"

namespace handshake::check {

// The result of one pass over a traced graph. An array is empty if the kernel did not return it.
struct TracedPass {
  suite::EdgeList edges;
  std::vector<int> matches_before, strongNeighbor;
  // The strongNeighbor array that the submission's extra credit computed in this pass; empty if the
  // array is right.
  std::vector<std::optional<int>> own_hands;
  struct Arrays {
    std::vector<int> matches, keepEdges, newIndices;
  } expected, got;
  // The arrays after each step of the submission's prefix sum. If a step returned no array, this
  // step and all later steps are missing here.
  std::vector<std::vector<int>> own_sums;
};

struct Trace {
  std::string input;
  bool is_own = false;  // whether `got` comes from the submission's kernels
  suite::EdgeList graph;
  std::vector<TracedPass> passes;
  std::vector<int> matches;  // the right result
};

struct SmallestGraph {
  suite::FailingGraph found;
  std::string part, file, schedule, command;
  bool shows_in_match = false;
  Trace trace;
};

struct CheckedPart {
  suite::PartResult result;
  bool is_asked = true;
  std::string summary = {};  // one line; empty if the verdict is OK
};

struct Report {
  std::string backend;
  std::vector<std::string> modes, schedules;
  std::vector<CheckedPart> parts;
  std::optional<SmallestGraph> smallest;
  double seconds = 0;
};

// Whether a single kernel fails on this graph; otherwise a whole pass fails.
inline bool is_kernel(const SmallestGraph& smallest) {
  return smallest.found.failure.shape.total() > 0;
}

// The part whose first failure is explained; null if no part fails.
const CheckedPart* first_failing(const Report& report);

// Whether every part that was asked for is OK. Extra credit that is not started is ignored.
bool is_ok(const Report& report);

// The command that runs only this case.
std::string rerun_command(const suite::Failure& failure);

Json to_json(const Report& report);
Json to_json(const Trace& trace);

// Writes the complete file, or changes nothing and throws std::runtime_error.
void write_file(const std::string& path, const std::string& text);

}  // namespace handshake::check
