// See trace.hpp.
#include "check/trace.hpp"

#include "check/drawing.hpp"
#include "check/text_report.hpp"
#include "suite/oracle.hpp"
#include "suite/words/report.hpp"

namespace handshake::check {

using suite::Kernel;
using suite::KernelCase;
namespace words = suite::words;

namespace {

// The output of each launch of the kernel in one pass. If a launch returns no output, the list ends
// with an empty output.
std::vector<std::vector<int>> run_in_pass(Kernel kernel, const std::vector<suite::PassCase>& cases,
                                          int pass, suite::KernelRunner& runner,
                                          suite::Shape shape) {
  std::vector<std::vector<int>> outputs;
  for (const suite::PassCase& step : cases) {
    if (step.pass != pass) continue;
    KernelCase kernel_case = step.kernel_case;
    // The input of a step of the scan is the result of the submission's previous step.
    if (kernel == Kernel::scan && !outputs.empty()) kernel_case.arrays[0].values = outputs.back();
    outputs.push_back(run_case(runner, kernel_case, {shape, 0}).output);
    if (outputs.back().empty()) break;
  }
  return outputs;
}

}  // namespace

suite::Shape shape_in_match(int threads) {
  constexpr int kBlock = 256;
  if (threads <= kBlock) return {1, threads};
  return {(threads + kBlock - 1) / kBlock, kBlock};
}

Trace trace_passes(const suite::EdgeList& graph, const std::string& name) {
  Trace trace;
  trace.input = name;
  trace.graph = graph;
  std::vector<int> before(graph.numNodes, suite::kUnmatched);
  for (const suite::Pass& pass : suite::all_passes(graph)) {
    TracedPass traced;
    traced.edges = pass.edges;
    traced.matches_before = before;
    traced.strongNeighbor = pass.strongNeighbor;
    traced.expected = {pass.matches, pass.keepEdges, pass.newIndices};
    traced.got = traced.expected;
    trace.passes.push_back(traced);
    before = pass.matches;
  }
  trace.matches = before;
  return trace;
}

Trace trace_own_passes(const suite::EdgeList& graph, const std::string& name,
                       const Programs& programs, suite::Shape shape, const std::string& schedule) {
  Trace trace = trace_passes(graph, name);
  trace.is_own = true;
  ProcessRunners runners(programs);
  for (TracedPass& pass : trace.passes) pass.got = {};
  for (const Kernel kernel : suite::kKernels) {
    if (!programs.has(std::string("run_") + suite::info(kernel).id)) continue;
    const std::unique_ptr<suite::KernelRunner> runner = runners.open(kernel, schedule);
    const std::vector<suite::PassCase> cases = suite::pass_cases(kernel, graph);
    for (size_t p = 0; p < trace.passes.size(); p++) {
      TracedPass& pass = trace.passes[p];
      std::vector<int>& output = kernel == Kernel::handshaking ? pass.got.matches
                                 : kernel == Kernel::filter    ? pass.got.keepEdges
                                                               : pass.got.newIndices;
      std::vector<std::vector<int>> outputs =
          run_in_pass(kernel, cases, static_cast<int>(p) + 1, *runner, shape);
      output = outputs.back();
      if (output.empty()) outputs.pop_back();
      if (kernel == Kernel::scan) pass.own_sums = outputs;
    }
  }
  return trace;
}

namespace {

void append_array(std::vector<suite::ShownArray>& shown, const std::string& name,
                  const std::string& of, const std::vector<int>& values,
                  const std::vector<int>& got) {
  const auto whole = [&](const std::string& what, const std::vector<int>& from) {
    shown.push_back({name, what, of, 0, static_cast<int>(from.size()),
                     std::vector<std::optional<int>>(from.begin(), from.end())});
  };
  whole(got == values || got.empty() ? "" : "expected", values);
  if (got != values && !got.empty()) whole("yours", got);
}

}  // namespace

std::string to_text(const Trace& trace) {
  std::string out =
      words::traced_graph(trace.input, trace.graph.numNodes, trace.graph.numEdges() / 2) + "\n";
  if (trace.is_own) out += words::right_inputs() + "\n";
  int number = 0;
  for (const TracedPass& pass : trace.passes) {
    suite::Failure arrays;
    append_array(arrays.shown, words::matches_before(), "node", pass.matches_before, {});
    append_array(arrays.shown, "strongNeighbor", "node", pass.strongNeighbor, {});
    append_array(arrays.shown, "matches", "node", pass.expected.matches, pass.got.matches);
    append_array(arrays.shown, "src", "edge", pass.edges.src, {});
    append_array(arrays.shown, "dst", "edge", pass.edges.dst, {});
    append_array(arrays.shown, "weight", "edge", pass.edges.weight, {});
    append_array(arrays.shown, "keepEdges", "edge", pass.expected.keepEdges, pass.got.keepEdges);
    append_array(arrays.shown, "newIndices", "edge", pass.expected.newIndices, pass.got.newIndices);
    out += "\n" + words::traced_pass(++number) + "\n";
    for (const std::string& line : draw_arrays(arrays)) out += line + "\n";
  }
  return out;
}

}  // namespace handshake::check
