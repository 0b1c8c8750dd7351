// Runs all cases of a kernel.
#include "suite/check_kernel.hpp"

#include <algorithm>
#include <stdexcept>

#include "suite/diagnose.hpp"
#include "suite/every_run.hpp"
#include "suite/run_case.hpp"
#include "suite/turns.hpp"
#include "suite/work_shares.hpp"

namespace handshake::suite {

namespace {

// Each crash costs the start of a new process, so no more cases run after this number of crashes. A
// run that hangs takes the whole time limit, so no more cases run after it.
constexpr int kMostCrashes = 8;

// Runs the case at every launch shape, and returns its first failure.
std::optional<Failure> run_everywhere(const KernelCase& kernel_case,
                                      std::vector<OpenRunner>& runners, PartResult& part) {
  std::optional<Failure> failure;
  for_every_run(kernel_case, runners, [&](OpenRunner& opened, RunSettings settings) {
    CaseResult result = run_case(*opened.runner, kernel_case, settings);
    part.runs++;
    for (const Note& note : result.notes) add_note(part, note);
    failure = std::move(result.failure);
    if (failure) failure->schedule = opened.schedule;
    return !failure;
  });
  return failure;
}

// A case failed in plain mode: runs it again in diagnostic mode, which detects more faults. A race
// or a bad access explains a wrong element, so the race or access becomes the failure; the arrays
// that are shown stay the same.
void explain_with_diagnosis(RunnerSource& source, const KernelCase& kernel_case, Failure& failure,
                            PartResult& part) {
  constexpr size_t kMostElements = 100000;
  if (kernel_case.expected.size() > kMostElements) return;
  std::vector<Shape> shapes = {failure.shape};
  // If a launch with one thread computed a wrong element, the steps of this thread show why. So no
  // other shape is needed.
  const bool is_of_one_thread = failure.shape.total() == 1 && !failure.array.empty();
  if (is_small(kernel_case) && !is_of_one_thread)
    shapes.insert(shapes.end(), kSmallShapes.begin(), kSmallShapes.end());
  std::vector<Finding> findings;
  const std::optional<Failure> seen =
      diagnose(source, kernel_case, shapes, failure.schedule, findings);
  add_findings(part, findings);
  // If no thread worked on the element whose value is wrong, a race at another element is not the
  // cause.
  Failure alone = failure;
  explain_by_record(source, kernel_case, alone);
  if (seen && seen->finding && is_race(seen->finding->kind) && has_lost_task(alone)) {
    failure = alone;
  } else {
    if (seen && seen->finding) {
      use_cause(*seen, failure);
      explain_endless_loop(source, kernel_case, seen->shape, failure);
    }
    // After a race or a bad access, use the explanation only if it says why no thread wrote the
    // element. If a thread wrote it, knowing which one does not help.
    Failure explained = failure;
    explain_by_record(source, kernel_case, explained);
    if (!failure.finding || !explained.writer) failure = explained;
  }
  tell_misfit(findings, failure);
}

// Case `number` is the first one that failed. If it has more than kMany nodes or elements, and more
// than every case before it, reports its size.
void tell_size(const std::vector<KernelCase>& cases, int number, Failure& failure) {
  constexpr int kMany = 20000;
  const auto elements = [](const KernelCase& one) { return static_cast<int>(one.expected.size()); };
  const KernelCase& here = cases[number - 1];
  int most = kMany, most_nodes = kMany;
  for (int before = 1; before < number; before++) {
    most = std::max(most, elements(cases[before - 1]));
    most_nodes = std::max(most_nodes, cases[before - 1].graph.numNodes);
  }
  FirstOfItsSize fact{number - 1, {}};
  const bool is_filter = here.kernel == Kernel::filter;
  if (is_filter && here.graph.numNodes > most_nodes)
    fact.sizes.emplace_back(here.graph.numNodes, "node");
  if (elements(here) > most)
    fact.sizes.emplace_back(elements(here), is_filter                     ? "edge"
                                            : here.kernel == Kernel::scan ? "element"
                                                                          : "node");
  if (fact.sizes.empty() || failure.finding || failure.hangs) return;
  failure.what.push_back(fact);
  if (failure.hint->sure == Sure::guess) failure.hint.propose({"size_of_run"});
}

// Explains why case `number` did not end in time, if the cause is how the threads divide the work.
// Otherwise, returns false.
bool explain_slow_work(RunnerSource& source, const std::vector<KernelCase>& cases, int number,
                       Failure& failure) {
  constexpr size_t kManyElements = 20000;  // note_on_shares examines a much smaller launch
  if (!failure.hangs || cases[number - 1].expected.size() < kManyElements) return false;
  const std::optional<Note> note = note_on_shares(source, cases);
  return note && explain_slowness(*note, failure);
}

// A kernel that does not end in plain mode may end in diagnostic mode, where the threads take
// turns. If it ends there, other small cases are tried: they may show the line of the endless loop.
void explain_with_other_cases(RunnerSource& source, const std::vector<KernelCase>& cases,
                              Failure& failure, PartResult& part) {
  constexpr size_t kMostCases = 12;
  for (size_t c = 0; c < std::min(cases.size(), kMostCases); c++) {
    std::vector<Finding> findings;
    const std::optional<Failure> seen =
        diagnose(source, cases[c], kSmallShapes, failure.schedule, findings);
    if (!seen || !seen->finding) continue;
    add_findings(part, findings);
    take_cause(*seen, failure);
    failure.what.push_back(
        Told{"shown_by_case", {{"number", static_cast<int>(c) + 1}, {"shape", seen->shape}}});
    failure.what.insert(failure.what.end(), seen->what.begin(), seen->what.end());
    explain_endless_loop(source, cases[c], seen->shape, failure);
    return;
  }
}

}  // namespace

std::vector<KernelCase> all_cases(Kernel kernel) {
  std::vector<KernelCase> cases = cases_of(kernel);
  const std::vector<std::pair<CaseTitle, EdgeList>> graphs = {
      {{Scene::path, 6}, path_graph({1, 2, 3, 4, 5})},
      {{Scene::random_graph, 12}, random_graph(31, 12, 20, {1, 4})},
      {{Scene::random_graph, 50}, random_graph(32, 50, 150, {-9, 9})},
      {{Scene::random_graph, 300}, random_graph(33, 300, 900, {1, 30})},
  };
  for (const auto& [title, graph] : graphs) {
    for (PassCase& step : pass_cases(kernel, graph)) {
      step.kernel_case.title.scene = title.scene;
      step.kernel_case.title.size = title.size;
      cases.push_back(std::move(step.kernel_case));
    }
  }
  return cases;
}

namespace {

void add_notes_of_right_kernel(RunnerSource& source, Kernel kernel,
                               const std::vector<KernelCase>& cases, PartResult& part) {
  if (const std::optional<Note> note = note_on_shares(source, cases)) add_note(part, *note);
  const auto race = std::find_if(part.findings.begin(), part.findings.end(),
                                 [](const Finding& one) { return one.is_harmless; });
  if (race == part.findings.end()) return;
  Note note{Note::harmless_race, info(kernel).name};
  note.race = *race;
  add_note(part, note);
}

}  // namespace

PartResult check_kernel(RunnerSource& source, Kernel kernel, Selection selection) {
  PartResult part;
  part.id = info(kernel).id;
  part.name = info(kernel).name;
  part.files = {info(kernel).file};
  const std::vector<KernelCase> cases = all_cases(kernel);
  part.known_cases = static_cast<int>(cases.size());
  if (selection.case_number > part.known_cases) return part;
  std::vector<OpenRunner> runners = open_all(source, kernel);
  int crashes = 0;
  for (int number = 1; number <= static_cast<int>(cases.size()); number++) {
    if (selection.case_number != 0 && number != selection.case_number) continue;
    part.cases++;
    std::optional<Failure> failure = run_everywhere(cases[number - 1], runners, part);
    if (!failure) continue;
    failure->part = part.id;
    failure->case_number = number;
    crashes += failure->verdict == Verdict::crash;
    const bool hangs = failure->verdict == Verdict::slow;
    const bool is_first = part.failures.empty() && !selection.verdict_only;
    const bool has_slow_work = is_first && explain_slow_work(source, cases, number, *failure);
    if (is_first && !has_slow_work && !failure->is_spent) {
      explain_with_diagnosis(source, cases[number - 1], *failure, part);
      const bool has_no_end = failure->array.empty() && !failure->finding;
      if (has_no_end) explain_with_other_cases(source, cases, *failure, part);
      if (selection.case_number == 0) tell_size(cases, number, *failure);
    }
    add_failure(part, *failure);
    if (hangs || crashes == kMostCrashes || selection.verdict_only) break;
  }
  runners.clear();
  if (part.failures.empty()) diagnose_cases(source, cases, selection, part);
  if (part.failures.empty()) take_turns(source, cases, selection, part);
  const bool is_asked = selection.case_number == 0 && !selection.verdict_only;
  if (part.failures.empty() && is_asked) add_notes_of_right_kernel(source, kernel, cases, part);
  if (part.failures.empty())
    part.verdict = Verdict::ok;
  else
    part.notes.clear();  // notes say that the result is right
  return part;
}

struct Rehearsal::Runners {
  std::vector<OpenRunner> all;
};

Rehearsal::Rehearsal(RunnerSource& source, Kernel kernel)
    : runners_(new Runners{open_all(source, kernel)}) {}

Rehearsal::~Rehearsal() = default;

bool Rehearsal::is_right(const KernelCase& kernel_case) {
  PartResult part;
  return !run_everywhere(kernel_case, runners_->all, part);
}

bool finds_nothing(RunnerSource& source, Kernel kernel, int case_number) {
  PartResult part;
  const std::vector<KernelCase> cases = all_cases(kernel);
  const Selection selection{case_number, true};
  diagnose_cases(source, cases, selection, part);
  if (part.failures.empty()) take_turns(source, cases, selection, part);
  return part.failures.empty();
}

std::optional<FailingGraph> smallest_failing_graph(RunnerSource& source, Kernel kernel,
                                                   const Failure& failure) {
  // Tries the launch shape of `./match -threads 256` first: if the kernel fails with it, ./match
  // probably fails on the graph as well.
  const Shape of_match{1, 256};
  const std::unique_ptr<KernelRunner> runner = source.open(kernel, failure.schedule);
  std::vector<RunOnGraph> ways;
  for (const Shape shape : {of_match, failure.shape})
    for (int poison = 0; poison < 2; poison++)
      ways.push_back([&runner, kernel, shape, poison](const EdgeList& graph) {
        return run_passes(*runner, kernel, graph, {shape, poison});
      });
  return find_failing_graph(ways);
}

}  // namespace handshake::suite
