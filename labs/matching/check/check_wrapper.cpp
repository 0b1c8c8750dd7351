// Runs the cases of onewaywrapper.cu.
#include "labs/matching/check/check_wrapper.hpp"

#include <algorithm>
#include <map>

#include "labs/matching/check/extra_work.hpp"
#include "labs/matching/check/wrapper_process.hpp"
#include "labs/matching/check/wrapper_runs.hpp"
#include "labs/matching/check/wrapper_source.hpp"
#include "labs/matching/facts.hpp"
#include "labs/matching/wrapper_history.hpp"
#include "suite/diagnose.hpp"
#include "suite/schedule.hpp"
#include "suite/work_shares.hpp"

namespace handshake::check {

using suite::PartResult;
using suite::Verdict;

namespace {

constexpr int kMostCrashes = 8;
constexpr int kSlower = 4;  // how many times slower diagnostic mode is

bool has_at_most(int elements, const suite::EdgeList& graph) {
  return std::max(graph.numNodes, graph.numEdges()) <= elements;
}

// Shows the launch of the kernel in which the mistake was seen.
void tell_launch(const suite::Finding& finding, suite::Failure& failure) {
  const suite::Place launch{finding.launch_file, finding.launch_line};
  if (launch.line == 0) return;
  add_place(failure, launch);
  failure.what.push_back(suite::Told{"launched_at", {{"kernel", finding.kernel}, {"at", launch}}});
}

}  // namespace

void diagnose_cases(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                    const WrapperOptions& options, PartResult& part,
                    bool (*counts)(const suite::Failure&)) {
  // Large enough for a node with more neighbors than a block has threads, and for several blocks.
  constexpr int kMostElements = 4000;
  const suite::Selection& selection = options.selection;
  if (!programs.has_diagnostic("run_wrapper")) return;
  for (int number = 1; number <= static_cast<int>(cases.size()); number++) {
    const suite::WrapperCase& wrapper_case = cases[number - 1];
    if (selection.case_number != 0 && number != selection.case_number) continue;
    if (!has_at_most(kMostElements, wrapper_case.graph)) continue;
    WrapperProcess process(programs.diagnostic_command("run_wrapper", "forward"),
                           kSlower * programs.limit);
    suite::WrapperReply reply =
        process.run(wrapper_case, all_passes(wrapper_case.graph), suite::kLeaveAsItIs);
    std::vector<suite::Finding> findings = std::move(reply.findings);
    for (suite::Finding& finding : process.finish()) findings.push_back(std::move(finding));
    findings = suite::about_submission(findings);
    const auto is_known = [&](const suite::Finding& one) { return is_one_of(options.known, one); };
    findings.erase(std::remove_if(findings.begin(), findings.end(), is_known), findings.end());
    if (reply.end.how != suite::Ended::replied) findings.push_back(incomplete_findings());
    part.runs++;
    add_findings(part, findings);
    std::optional<suite::Failure> failure = suite::first_error(findings);
    if (!failure || !counts(*failure)) continue;
    failure->part = part.id;
    failure->case_number = number;
    set_scene(wrapper_case, *failure);
    failure->schedule = "forward";
    if (failure->finding) tell_launch(*failure->finding, *failure);
    add_failure(part, std::move(*failure));
    return;
  }
}

namespace {

// Says which arrays were filled only in part, by a copy or cudaMemset.
void tell_partly_filled(const suite::WrapperReply& reply, suite::Failure& failure) {
  for (const protocol::AllocationLines& lines : reply.allocations) {
    if (lines.filled == 0 || lines.filled_bytes >= lines.bytes) continue;
    add_place(failure, {lines.file, lines.filled});
    failure.what.push_back(suite::Told{"partly_filled",
                                       {{"bytes", lines.bytes},
                                        {"made", suite::Place{lines.file, lines.made}},
                                        {"filled_bytes", lines.filled_bytes},
                                        {"filled", suite::Place{lines.file, lines.filled}}}});
    failure.hint.propose({"bytes_of_copy"});
  }
}

// After the first pass, the arrays are longer than the list of edges. If the kernel then read past
// the last edge of the pass, reports how many edges the pass has.
void tell_edges_of_pass(const std::vector<suite::Pass>& passes, suite::Failure& failure) {
  const suite::Finding& read = *failure.finding;
  const bool is_of_edges =
      read.element.array == "src" || read.element.array == "dst" || read.element.array == "weight";
  if (!is_of_edges || failure.pass < 2 || failure.pass > static_cast<int>(passes.size())) return;
  const int edges = passes[static_cast<size_t>(failure.pass) - 1].edges.numEdges();
  if (read.element.index < edges) return;
  failure.what.push_back(
      suite::Told{"edges_of_pass",
                  {{"pass", failure.pass},
                   {"edges", edges},
                   {"last", edges > 0 ? suite::Slot(edges - 1L) : suite::Slot()}}});
  failure.hint.propose(suite::Hint{"edges_of_pass"}.from(suite::Sure::steps));
}

// Whether the program ends so early that diagnostic mode is fast even for a large graph.
bool ends_at_first_launch(const suite::Failure& failure) {
  return failure.pass == 1 &&
         std::any_of(failure.what.begin(), failure.what.end(), [](const suite::Fact& fact) {
           const auto* const never = fact.get<suite::NeverLaunched>();
           return fact.is("passes_threw") || (never && never->kernel == "check_handshaking_gpu");
         });
}

// Runs the failing case again in diagnostic mode. A race or a bad access in this run explains the
// failure. Otherwise, the steps of the threads may explain it.
void explain(const Programs& programs, const suite::WrapperCase& wrapper_case,
             suite::Failure& failure, PartResult& part) {
  constexpr int kMostEdges = 140000;
  constexpr std::chrono::milliseconds kLimitOfEndless{2000};
  const bool is_large =
      wrapper_case.graph.numEdges() > kMostEdges && !ends_at_first_launch(failure);
  if (!programs.has_diagnostic("run_wrapper") || is_large) return;
  const std::vector<suite::Pass> passes = all_passes(wrapper_case.graph);
  const bool is_slow = failure.verdict == Verdict::slow;
  const auto limit = is_slow ? kLimitOfEndless : kSlower * programs.limit;
  WrapperProcess process(programs.diagnostic_command("run_wrapper", failure.schedule), limit,
                         Recorded::history);
  const suite::WrapperReply reply = process.run(wrapper_case, passes, suite::kLeaveAsItIs);
  std::vector<suite::Finding> findings = reply.findings;
  for (suite::Finding& finding : process.finish()) findings.push_back(std::move(finding));
  findings = suite::that_explain(findings);
  add_findings(part, findings);
  const std::optional<suite::Failure> seen = suite::first_error(findings);
  if (!seen) {
    explain_wrapper(wrapper_case, passes, process.history(), failure);
  } else {
    suite::use_cause(*seen, failure);
    tell_launch(*seen->finding, failure);
    if (failure.pass > 1 && is_race(seen->finding->kind))
      failure.what.push_back(suite::Told{"race_of_any_pass", {}});
    if (seen->finding->kind == Kind::uninitialised_read) {
      tell_partly_filled(reply, failure);
      tell_edges_of_pass(passes, failure);
    }
  }
  suite::tell_misfit(findings, failure);
}

// A read past the end of an array may do no harm in the first cases, and stop the program only in a
// later one. A bad access that diagnostic mode sees in an earlier case explains the failure better.
void tell_earlier_access(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                         int number, const WrapperOptions& options, PartResult& part) {
  const bool is_first = part.failures.empty() && options.selection.case_number == 0;
  if (!is_first || options.selection.verdict_only) return;
  PartResult earlier;
  earlier.id = part.id;
  diagnose_cases(programs, {cases.begin(), cases.begin() + number - 1}, options, earlier);
  part.runs += earlier.runs;
  if (earlier.failures.empty() || earlier.failures.front().verdict != Verdict::memory) return;
  add_findings(part, earlier.findings);
  add_failure(part, std::move(earlier.failures.front()));
}

// Changes the hint if the result depends on the order of threads. Then this order decides which of
// several equally heavy edges wins.
void tell_order(const Programs& programs, const suite::WrapperCase& wrapper_case,
                const WrapperOptions& options, suite::Failure& failure) {
  if (failure.hint->thought != "equal_weights") return;
  for (const std::string& schedule : ProcessRunners(programs).schedules()) {
    WrapperProcess process(programs.command("run_wrapper", schedule), programs.limit);
    const auto again = run_wrapper_case(process, wrapper_case, 0, options.forgiven).failure;
    if (again && again->index == failure.index && again->got == failure.got) continue;
    failure.hint.refine({"equal_weights_in_any_order"});
    return;
  }
}

// Runs the wrapper on a graph that has only the edges of the wrong pass. If the first pass over
// this graph leads to the same wrong neighbor, the passes before the wrong pass are not the reason.
void tell_pass_alone(const Programs& programs, const suite::WrapperCase& wrapper_case,
                     const WrapperOptions& options, suite::Failure& failure) {
  if (failure.hint->thought != "later_pass") return;
  const std::vector<suite::Pass> passes = all_passes(wrapper_case.graph);
  suite::WrapperCase alone = wrapper_case;
  alone.graph = passes.at(static_cast<size_t>(failure.pass) - 1).edges;
  for (int poison = 0; poison < 2; poison++) {
    WrapperProcess process(programs.command("run_wrapper", failure.schedule), programs.limit);
    const auto again = run_wrapper_case(process, alone, poison, options.forgiven).failure;
    if (!again || again->pass != 1 || again->index != failure.index || again->got != failure.got)
      continue;
    failure.hint.propose(again->hint);
    return;
  }
}

// Shows the line of a cudaMemset that the failure is about.
void show_sets(suite::Failure& failure) {
  const std::vector<suite::Fact> facts = failure.what;
  for (const suite::Fact& fact : facts)
    if (const auto* const set = fact.get<suite::SetEachByte>()) add_sure_place(failure, set->at);
}

void tell_failure(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                  int number, const WrapperOptions& options, suite::Failure failure,
                  PartResult& part) {
  if (part.failures.empty() && !options.selection.verdict_only) {
    tell_unset_variable(options, failure);
    const bool is_explained = !failure.places.empty() || !failure.given_variable.empty();
    tell_given_variable(options, failure);
    if (!is_explained) explain(programs, cases[number - 1], failure, part);
    tell_source(options, failure);
    tell_pass_alone(programs, cases[number - 1], options, failure);
    tell_order(programs, cases[number - 1], options, failure);
  }
  show_sets(failure);
  failure.part = part.id;
  failure.case_number = number;
  add_failure(part, std::move(failure));
}

bool has_a_star(const suite::EdgeList& graph) {
  constexpr int kLeastNeighbors = 3;
  std::map<int, int> neighbors;
  for (const int node : graph.src)
    if (++neighbors[node] == kLeastNeighbors) return true;
  return false;
}

std::optional<suite::Failure> take_turns(const Programs& programs,
                                         const suite::WrapperCase& wrapper_case,
                                         const suite::Forgiven& forgiven, PartResult& part) {
  constexpr int kOrders = 4;
  for (int number = 1; number <= kOrders; number++) {
    WrapperProcess process(programs.diagnostic_command("run_wrapper", suite::taking_turns(number)),
                           kSlower * programs.limit);
    part.runs++;
    auto failure = run_wrapper_case(process, wrapper_case, 0, forgiven).failure;
    if (!failure || failure->verdict != Verdict::wrong) continue;
    failure->schedule = suite::taking_turns(number);
    failure->hint.propose({"changed_in_between"});
    return failure;
  }
  return std::nullopt;
}

}  // namespace

void take_turns(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                const WrapperOptions& options, PartResult& part) {
  constexpr int kMostElements = 100;
  if (!programs.has_diagnostic("run_wrapper")) return;
  const int only = options.selection.case_number;
  for (int number = 1; number <= static_cast<int>(cases.size()); number++) {
    const suite::WrapperCase& wrapper_case = cases[number - 1];
    if (!wrapper_case.extra || !has_at_most(kMostElements, wrapper_case.graph) ||
        !has_a_star(wrapper_case.graph))
      continue;
    if (only != 0 && only != number) continue;
    const auto failure = take_turns(programs, wrapper_case, options.forgiven, part);
    if (!failure) continue;
    return tell_failure(programs, cases, number, options, *failure, part);
  }
}

namespace {

void run_cases(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
               const WrapperOptions& options, PartResult& part) {
  const suite::Selection selection = options.selection;
  part.known_cases = static_cast<int>(cases.size());
  int crashes = 0;
  for (int number = 1; number <= part.known_cases; number++) {
    if (selection.case_number != 0 && number != selection.case_number) continue;
    part.cases++;
    auto failure = WrapperRuns(programs, options.forgiven).run(cases[number - 1], part);
    if (!failure) continue;
    crashes += failure->verdict == Verdict::crash;
    const bool is_slow = failure->verdict == Verdict::slow;
    if (failure->verdict == Verdict::memory || failure->verdict == Verdict::crash)
      tell_earlier_access(programs, cases, number, options, part);
    tell_failure(programs, cases, number, options, std::move(*failure), part);
    if (is_slow || crashes == kMostCrashes || selection.verdict_only) break;
  }
  if (part.failures.empty()) diagnose_cases(programs, cases, options, part);
  if (part.failures.empty()) take_turns(programs, cases, options, part);
  if (part.failures.empty()) part.verdict = Verdict::ok;
  // The notes say that a race does no harm, which is true only if the part is right.
  if (part.verdict != Verdict::ok) part.notes.clear();
}

// Whether the first failure is a run that did not end in time, on a graph that is larger than the
// ring in note_on_extra_work.
bool is_slow_in_large_case(const std::vector<suite::WrapperCase>& cases, const PartResult& part) {
  constexpr int kMany = 5000;
  if (part.failures.empty() || part.failures.front().finding) return false;
  const suite::Failure& first = part.failures.front();
  const size_t number = first.case_number;
  if (number > cases.size()) return is_slow_in_largest_run(first);
  const suite::EdgeList& graph = cases[number - 1].graph;
  return first.hangs && std::max(graph.numNodes, graph.numEdges()) > kMany;
}

}  // namespace

PartResult check_memory(const Programs& programs, const WrapperOptions& options) {
  PartResult part;
  part.id = "memory";
  run_cases(programs, suite::memory_cases(), options, part);
  if (part.verdict != Verdict::ok) return part;
  const std::vector<int> calls = unchecked_calls(options);
  std::string lines;
  for (const int line : calls) lines += (lines.empty() ? "" : ", ") + std::to_string(line);
  if (!calls.empty())
    add_note(part, {"unchecked_calls",
                    {{"file", options.source}, {"several", calls.size() > 1}, {"lines", lines}}});
  return part;
}

WrapperOptions without_known_faults(const Programs& programs, WrapperOptions options) {
  constexpr int kFresh = 12345;  // is not UNMATCHED
  const suite::WrapperCase without_extra = suite::memory_cases().front();
  WrapperProcess process(programs.command("run_wrapper", "forward"), programs.limit);
  const auto reply = process.run(without_extra, all_passes(without_extra.graph), kFresh);
  const bool one_leak = options.forgiven.one_leak;
  options.forgiven = known_faults(without_extra, reply);
  options.forgiven.one_leak = one_leak;
  return options;
}

PartResult check_extra(const Programs& programs, const WrapperOptions& given, bool runs_match,
                       MatchOptions match) {
  const WrapperOptions options = without_known_faults(programs, given);
  PartResult part;
  part.id = "extra";
  part.is_optional = true;
  const std::vector<suite::WrapperCase> cases = suite::extra_cases();
  run_cases(programs, cases, options, part);
  if (part.verdict == Verdict::ok && runs_match) {
    match.cases_before = static_cast<int>(cases.size());
    add_match_cases(programs, match, part);
  }
  const bool is_asked = options.selection.case_number == 0 && !options.selection.verdict_only;
  const bool is_slow = is_slow_in_large_case(cases, part);
  if (!is_asked || programs.is_guarded || !(part.verdict == Verdict::ok || is_slow)) return part;
  const std::optional<suite::Note> note = note_on_extra_work(programs);
  if (note && is_slow) explain_slowness(*note, part.failures.front());
  if (note && !is_slow) add_note(part, *note);
  return part;
}

bool finds_nothing(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                   const WrapperOptions& options) {
  PartResult part;
  diagnose_cases(programs, cases, options, part);
  if (part.failures.empty()) take_turns(programs, cases, options, part);
  return part.failures.empty();
}

std::optional<suite::FailingGraph> failing_graph_of_extra(const Programs& programs,
                                                          const WrapperOptions& options,
                                                          const suite::Failure& failure) {
  const std::string& schedule = failure.schedule;
  WrapperProcess process(suite::is_taking_turns(schedule)
                             ? programs.diagnostic_command("run_wrapper", schedule)
                             : programs.command("run_wrapper", schedule),
                         programs.limit);
  std::vector<suite::RunOnGraph> ways;
  for (const int threads : {256, failure.program_threads, 1})
    for (int poison = 0; poison < 2; poison++)
      ways.push_back([&process, &options, threads, poison](const suite::EdgeList& graph) {
        const suite::WrapperCase made{{}, graph, threads, true};
        return run_wrapper_case(process, made, poison, options.forgiven).failure;
      });
  return suite::find_failing_graph(ways);
}

}  // namespace handshake::check
