// All arrays of every pass over a small graph.
#pragma once

#include "check/programs.hpp"
#include "check/report.hpp"

namespace handshake::check {

// The shape in which match launches this many threads; below 256, one block of fewer threads.
suite::Shape shape_in_match(int threads);

// trace_passes runs our code. trace_own_passes also runs the submission's kernels, each on the
// right inputs, with this launch shape.
Trace trace_passes(const suite::EdgeList& graph, const std::string& name);
Trace trace_own_passes(const suite::EdgeList& graph, const std::string& name,
                       const Programs& programs, suite::Shape shape, const std::string& schedule);

}  // namespace handshake::check
