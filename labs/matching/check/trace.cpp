// See trace.hpp.
#include "labs/matching/check/trace.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "check/drawing.hpp"
#include "check/report.hpp"
#include "flags/flags.hpp"
#include "labs/matching/kernels.hpp"
#include "labs/matching/oracle.hpp"
#include "labs/matching/passes.hpp"
#include "labs/matching/words/graphs.hpp"
#include "suite/words/report.hpp"

namespace handshake::check {

using suite::Kernel;
using suite::KernelCase;
namespace words = suite::words;

namespace {

// The output of each launch of the kernel in one pass. If a launch returns no output, the list ends
// with an empty output.
std::vector<std::vector<int>> run_in_pass(const Kernel& kernel,
                                          const std::vector<suite::PassCase>& cases, int pass,
                                          suite::KernelRunner& runner, suite::Shape shape) {
  std::vector<std::vector<int>> outputs;
  for (const suite::PassCase& step : cases) {
    if (step.pass != pass) continue;
    KernelCase kernel_case = step.kernel_case;
    // The input of a step of the scan is the result of the submission's previous step.
    if (&kernel == &suite::kScan && !outputs.empty()) kernel_case.arrays[0].values = outputs.back();
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
  for (const Kernel* known : suite::kKernels) {
    const Kernel& kernel = *known;
    if (!programs.has("run_" + kernel.id)) continue;
    const std::unique_ptr<suite::KernelRunner> runner = runners.open(kernel, schedule);
    const std::vector<suite::PassCase> cases = suite::pass_cases(kernel, graph);
    for (size_t p = 0; p < trace.passes.size(); p++) {
      TracedPass& pass = trace.passes[p];
      std::vector<int>& output = &kernel == &suite::kHandshaking ? pass.got.matches
                                 : &kernel == &suite::kFilter    ? pass.got.keepEdges
                                                                 : pass.got.newIndices;
      std::vector<std::vector<int>> outputs =
          run_in_pass(kernel, cases, static_cast<int>(p) + 1, *runner, shape);
      output = outputs.back();
      if (output.empty()) outputs.pop_back();
      if (&kernel == &suite::kScan) pass.own_sums = outputs;
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

namespace {

Json array_or_null(const std::vector<int>& values) {
  return values.empty() ? Json() : array_of(values);
}

// For a graph without edges, keepEdges is an array without elements, and not null.
Json to_json(const TracedPass::Arrays& arrays, int numEdges) {
  return Json::object(
      {{"matches", array_or_null(arrays.matches)},
       {"keepEdges", numEdges == 0 ? Json(std::vector<int>()) : array_or_null(arrays.keepEdges)},
       {"newIndices", array_or_null(arrays.newIndices)}});
}

}  // namespace

Json to_json(const Trace& trace) {
  Json edges = Json::list(), passes = Json::list();
  for (const suite::Edge& edge : undirected_edges(trace.graph))
    edges.add(Json(std::vector<int>{edge.from, edge.to, edge.weight}));
  int number = 0;
  for (const TracedPass& pass : trace.passes) {
    Json own_sums = Json::list();
    for (const std::vector<int>& sums : pass.own_sums) own_sums.add(array_of(sums));
    passes.add(Json::object({{"pass", ++number},
                             {"src", pass.edges.src},
                             {"dst", pass.edges.dst},
                             {"weight", pass.edges.weight},
                             {"matches_before", pass.matches_before},
                             {"strongNeighbor", pass.strongNeighbor},
                             {"own_hands", pass.own_hands.empty() ? Json() : Json(pass.own_hands)},
                             {"expected", to_json(pass.expected, pass.edges.numEdges())},
                             {"got", to_json(pass.got, pass.edges.numEdges())},
                             {"own_sums", own_sums}}));
  }
  return Json::object({{"format", "handshake-trace"},
                       {"version", 1},
                       {"input", trace.input},
                       {"kernels", trace.is_own ? "own" : "reference"},
                       {"numNodes", trace.graph.numNodes},
                       {"edges", edges},
                       {"passes", passes},
                       {"matches", trace.matches}});
}

namespace {

// A drawing of more undirected edges than this is hard to read.
constexpr int kMostTracedEdges = 1000;

// The shape of the launches in `match`, unless a flag asks for fewer than 256 threads, or for
// another number of blocks.
suite::Shape shape_of(const Options& options) {
  if (options.blocks > 0) return {options.blocks, options.threads / options.blocks};
  return shape_in_match(options.threads);
}

}  // namespace

void print_trace(const Options& options) {
  suite::EdgeList graph;
  try {
    graph = suite::read_mtx(options.trace);
  } catch (const std::exception& error) {
    throw UsageError(error.what());
  }
  if (graph.numEdges() / 2 > kMostTracedEdges)
    throw UsageError(
        words::too_large_to_trace(options.trace, graph.numEdges() / 2, kMostTracedEdges));
  const char* const order = std::getenv("CUCC_SCHEDULE");  // as for ./match
  const Trace trace = options.programs.directory == "none"
                          ? trace_passes(graph, options.trace)
                          : trace_own_passes(graph, options.trace, options.programs,
                                             shape_of(options), order ? order : "forward");
  const std::string file = options.output + "/trace.json";
  write_file(file, to_json(trace).dump());
  std::fputs((to_text(trace) + "\n" + words::also_in(file) + "\n").c_str(), stdout);
}

}  // namespace handshake::check
