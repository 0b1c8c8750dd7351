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
  // The strongNeighbor of a submission's extra credit, if it is wrong in this pass.
  std::vector<std::optional<int>> own_hands;
  struct Arrays {
    std::vector<int> matches, keepEdges, newIndices;
  } expected, got;
  // The arrays after each step of the submission's prefix sum. If a step gave no array, it is
  // missing here, and so are all later steps.
  std::vector<std::vector<int>> own_sums;
};

struct Trace {
  std::string input;
  bool is_own = false;  // `got` comes from the submission's kernels
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

// Whether the failure on this graph is that of a single kernel, and not of a whole pass.
inline bool is_kernel(const SmallestGraph& smallest) {
  return smallest.found.failure.shape.total() > 0;
}

// The part whose first failure is explained, or null.
const CheckedPart* first_failing(const Report& report);

// Whether every part that was asked for is OK.
bool is_ok(const Report& report);

// The command that runs only this case.
std::string rerun_command(const suite::Failure& failure);

Json to_json(const Report& report);
Json to_json(const Trace& trace);

// Writes the file whole or not at all. Throws std::runtime_error.
void write_file(const std::string& path, const std::string& text);

}  // namespace handshake::check
