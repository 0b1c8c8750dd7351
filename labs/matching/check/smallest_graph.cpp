// See smallest_graph.hpp.
#include "labs/matching/check/smallest_graph.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "check/drawing.hpp"
#include "check/text_report.hpp"
#include "labs/matching/check/check_match.hpp"
#include "labs/matching/check/check_wrapper.hpp"
#include "labs/matching/check/graph_drawing.hpp"
#include "labs/matching/check/parts.hpp"
#include "labs/matching/check/trace.hpp"
#include "labs/matching/passes.hpp"
#include "labs/matching/words/graphs.hpp"
#include "suite/lab.hpp"
#include "suite/schedule.hpp"

namespace handshake::check {

namespace words = suite::words;

namespace {

constexpr int kThreads = 256;  // for ./match on a small graph

struct SmallestGraph : Example {
  suite::FailingGraph found;
  std::string part, file, schedule, command;
  bool shows_in_match = false;
  Trace trace;

  // Whether a single kernel fails on this graph; otherwise a whole pass fails.
  bool is_kernel() const { return found.failure.shape.total() > 0; }
  std::string text(TextStyle style) const override;
  Json json() const override;
};

std::string SmallestGraph::text(TextStyle style) const {
  constexpr size_t kMostLines = 24;
  const suite::EdgeList& graph = found.graph;
  const suite::Failure& failure = found.failure;
  std::string out = heading(words::small_graph(), style) + file + "\n";
  const std::vector<std::string> drawing = draw_graph(graph);
  if (drawing.size() <= kMostLines)
    out += lines_of(drawing, "    ");
  else
    out += "    " + words::too_large_to_draw(graph.numNodes, graph.numEdges() / 2) + "\n";
  out += wrap(words::graph_scene(failure), "  ") + wrap(words::other_graph(), "  ");
  const std::string result = draw_row(trace.matches, 1);
  if (result.size() < 60) out += "  " + words::right_matches(result) + "\n";
  return out + "  " + words::see_it(shows_in_match, part == "extra") + command + "\n";
}

Json SmallestGraph::json() const {
  return Json::object({{"file", file},
                       {"part", part},
                       {"kernel", is_kernel() ? Json(part) : Json()},
                       {"scene", words::graph_scene(found.failure)},
                       {"schedule", schedule},
                       {"command", command},
                       {"shows_in_match", shows_in_match},
                       {"see", words::see_it(shows_in_match, part == "extra")},
                       {"failure", to_json(found.failure)},
                       {"drawing", draw_graph(found.graph)},
                       {"trace", to_json(trace)}});
}

// A small graph on which the part has the same failure when our code replaces all other parts.
std::optional<suite::FailingGraph> failing_graph(const Check& check, const std::string& part,
                                                 const suite::Failure& failure) {
  const Programs& programs = check.options.programs;
  if (const suite::Kernel* kernel = suite::kernel_of(part)) {
    ProcessRunners runners(programs);
    return suite::smallest_failing_graph(runners, *kernel, failure);
  }
  if (part == "extra" && failure.pass > 0)
    return failing_graph_of_extra(programs, wrapper_options(check), failure);
  return std::nullopt;
}

// The number of threads of ./match on this graph.
int threads_in_match(const SmallestGraph& smallest) {
  const int threads = smallest.found.failure.program_threads;
  return smallest.is_kernel() || threads == 0 ? kThreads : threads;
}

std::string threads_of(const SmallestGraph& smallest, suite::Shape shape) {
  if (!smallest.is_kernel()) return " THREADS=" + std::to_string(threads_in_match(smallest));
  const bool is_as_in_match = shape_in_match(shape.total()).blocks == shape.blocks;
  return " THREADS=" + std::to_string(shape.total()) +
         (is_as_in_match ? "" : " BLOCKS=" + std::to_string(shape.blocks));
}

// Chooses the command that shows the failure: a run of ./match if the failure appears there as
// well, otherwise `make trace`. If the part "GPU memory" is not OK, ./match may fail before it
// launches any kernel, so ./match is not used.
void choose_command(const Programs& programs, const std::string& scratch, bool has_memory,
                    SmallestGraph& smallest) {
  const bool extra = smallest.part == "extra";
  const suite::Shape shape = smallest.found.failure.shape;
  const int threads = threads_in_match(smallest);
  smallest.shows_in_match =
      has_memory && programs.has("match") &&
      run_match(programs, smallest.found.graph, threads, extra, "forward", scratch);
  if (smallest.shows_in_match)
    smallest.command = "make && ./match -input " + smallest.file + " -threads " +
                       std::to_string(threads) + (extra ? " -extra" : "");
  else
    smallest.command = "make trace INPUT=" + smallest.file + threads_of(smallest, shape);
}

// Whether the trace shows a wrong array of the submission.
bool has_own_arrays(const SmallestGraph& smallest) {
  const std::vector<TracedPass>& passes = smallest.trace.passes;
  return smallest.is_kernel() || std::any_of(passes.begin(), passes.end(),
                                             [](auto& pass) { return !pass.own_hands.empty(); });
}

// Copies the array of the extra credit from the failure into the trace of the failed pass, if the
// failure contains the whole array.
void add_own_hands(SmallestGraph& smallest) {
  const suite::Failure& failure = smallest.found.failure;
  std::vector<TracedPass>& passes = smallest.trace.passes;
  if (failure.pass < 1 || failure.pass > static_cast<int>(passes.size())) return;
  TracedPass& pass = passes[failure.pass - 1];
  // If a submission uses random numbers, its last run on the smallest graph may be right. Then the
  // failure is from a run on a larger graph, and its array has another size.
  for (const suite::ShownArray& shown : failure.shown)
    if (shown.name == "strongNeighbor" && shown.what == "yours" &&
        shown.values.size() == pass.strongNeighbor.size())
      pass.own_hands = shown.values;
}

}  // namespace

std::shared_ptr<const Example> find_smallest_graph(const Check& check, const Report& report) {
  const Options& options = check.options;
  if (options.selection.case_number != 0 || options.selection.verdict_only || options.only_table)
    return nullptr;
  const std::string file = options.output + "/failing.mtx";
  std::remove(file.c_str());  // the file of an earlier check
  const CheckedPart* failing = first_failing(report);
  if (!failing || failing->result.failures.empty()) return nullptr;
  const suite::Failure& failure = failing->result.failures.front();
  // Some launches fail only after other launches of the same program. In the first pass over a
  // small graph, these launches are right, so the graph does not show the mistake.
  if (suite::has_fact(failure, "right_when_first")) return nullptr;
  // Some mistakes appear only in diagnostic mode, or only if threads take turns. No graph shows
  // them in plain mode.
  const bool is_of_kernel = failure.shape.total() > 0;
  if (is_of_kernel && suite::is_taking_turns(failure.schedule)) return nullptr;
  if (failure.hangs || (failure.diagnostic && failure.array.empty())) return nullptr;
  options.programs.begin_part();  // the search gets as much time as the check of a part
  const auto found = failing_graph(check, failing->result.id, failure);
  if (!found) return nullptr;

  SmallestGraph smallest;
  smallest.found = *found;
  smallest.part = failing->result.id;
  smallest.file = file;
  smallest.schedule = failure.schedule;
  write_mtx(smallest.file, found->graph, words::small_graph_of(failing->result.name));
  smallest.trace = smallest.is_kernel()
                       ? trace_own_passes(found->graph, smallest.file, options.programs,
                                          found->failure.shape, failure.schedule)
                       : trace_passes(found->graph, smallest.file);
  add_own_hands(smallest);
  choose_command(options.programs, options.output, is_ok(report, "memory"), smallest);
  if (!smallest.shows_in_match && !has_own_arrays(smallest)) return nullptr;
  return std::make_shared<SmallestGraph>(std::move(smallest));
}

}  // namespace handshake::check
