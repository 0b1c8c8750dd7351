// All arrays of every pass over a small graph.
#pragma once

#include "check/programs.hpp"
#include "check/report.hpp"

namespace handshake::check {

// The launch shape of `match` for this number of threads: blocks of 256 threads, or one smaller
// block.
suite::Shape shape_in_match(int threads);

// trace_passes runs only our code. trace_own_passes also runs the submission's kernels, with launch
// shape `shape`. Each kernel gets the right inputs; only the later steps of the scan get the
// submission's own result of the previous step.
Trace trace_passes(const suite::EdgeList& graph, const std::string& name);
Trace trace_own_passes(const suite::EdgeList& graph, const std::string& name,
                       const Programs& programs, suite::Shape shape, const std::string& schedule);

}  // namespace handshake::check
