// Whole passes over a graph, and the search for a small graph on which a kernel fails.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "labs/matching/kernels.hpp"
#include "suite/check_kernel.hpp"
#include "suite/run_case.hpp"

namespace handshake::suite {

// One launch of a kernel in the passes over a graph. The suite computes all other steps, so the
// inputs are right: if the output is wrong, this kernel is the reason.
struct PassCase {
  int pass;  // from 1
  KernelCase kernel_case;
};
// The titles begin with `title`.
std::vector<PassCase> pass_cases(const Kernel& kernel, const EdgeList& graph,
                                 const CaseTitle& title = {});
// All cases of a kernel: first `alone`, then its launches in whole passes over graphs.
std::vector<KernelCase> with_passes(const Kernel& kernel, std::vector<KernelCase> alone);

// Runs the launches of the kernel in the passes over the graph, and returns the first failure.
std::optional<Failure> run_passes(KernelRunner& runner, const Kernel& kernel, const EdgeList& graph,
                                  RunSettings settings);

// The graphs that find_failing_graph() tries. Small graphs come first, so that the first graph on
// which a kernel fails is already small.
const std::vector<EdgeList>& graphs_to_try();

using StillFails = std::function<bool(const EdgeList&)>;

// Removes nodes and edges and makes weights smaller, as long as the kernel still fails on the
// graph. Tries at most `most_tries` graphs.
EdgeList shrink_graph(const EdgeList& graph, const StillFails& still_fails, int most_tries);

// One way to run a submission on a graph. Returns the failure, or nothing.
using RunOnGraph = std::function<std::optional<Failure>(const EdgeList&)>;

struct FailingGraph {
  EdgeList graph;
  Failure failure;
};

// Runs the submission in all of these ways on graphs_to_try(). Returns nothing if no run fails, or
// if the time limit of the part is used up.
std::optional<FailingGraph> find_failing_graph(const std::vector<RunOnGraph>& ways);

// A small graph on which the kernel fails when all other kernels are right.
std::optional<FailingGraph> smallest_failing_graph(RunnerSource& source, const Kernel& kernel,
                                                   const Failure& failure);

}  // namespace handshake::suite
