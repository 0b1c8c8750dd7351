// All arrays of every pass over a small graph.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check/json.hpp"
#include "check/options.hpp"
#include "labs/matching/edge_list.hpp"

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

// The launch shape of `match` for this number of threads: blocks of 256 threads, or one smaller
// block.
suite::Shape shape_in_match(int threads);

// trace_passes runs only our code. trace_own_passes also runs the submission's kernels, with launch
// shape `shape`. Each kernel gets the right inputs; only the later steps of the scan get the
// submission's own result of the previous step.
Trace trace_passes(const suite::EdgeList& graph, const std::string& name);
Trace trace_own_passes(const suite::EdgeList& graph, const std::string& name,
                       const Programs& programs, suite::Shape shape, const std::string& schedule);

Json to_json(const Trace& trace);
std::string to_text(const Trace& trace);

// Makes the trace that the flags ask for, and writes it to the screen and to a file.
void print_trace(const Options& options);

}  // namespace handshake::check
