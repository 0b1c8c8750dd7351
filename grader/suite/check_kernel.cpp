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
  const std::vector<Shape> small = small_shapes(kernel_case);
  if (is_small(kernel_case) && !is_of_one_thread)
    shapes.insert(shapes.end(), small.begin(), small.end());
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

// What the arrays of the kernel count; the output comes last.
std::vector<std::string> things_of(const KernelCase& kernel_case) {
  const std::string& last = kernel_case.arrays[kernel_case.output()].counts;
  std::vector<std::string> things;
  for (const Array& array : kernel_case.arrays)
    if (array.counts != last && std::count(things.begin(), things.end(), array.counts) == 0)
      things.push_back(array.counts);
  things.push_back(last);
  return things;
}

// Case `number` is the first one that failed. If it has more than kMany elements, and more than
// every case before it, reports its size.
void tell_size(const std::vector<KernelCase>& cases, int number, Failure& failure) {
  constexpr int kMany = 20000;
  const KernelCase& here = cases[number - 1];
  FirstOfItsSize fact{number - 1, {}};
  for (const std::string& thing : things_of(here)) {
    int most = kMany;
    for (int before = 1; before < number; before++)
      most = std::max(most, cases[before - 1].size_of(thing));
    if (here.size_of(thing) > most) fact.sizes.emplace_back(here.size_of(thing), thing);
  }
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
        diagnose(source, cases[c], small_shapes(cases[c]), failure.schedule, findings);
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

void add_notes_of_right_kernel(RunnerSource& source, const Kernel& kernel,
                               const std::vector<KernelCase>& cases, PartResult& part) {
  if (const std::optional<Note> note = note_on_shares(source, cases)) add_note(part, *note);
  const auto race = std::find_if(part.findings.begin(), part.findings.end(),
                                 [](const Finding& one) { return one.is_harmless; });
  if (race == part.findings.end()) return;
  add_note(part, {"harmless_race",
                  {{"kernel", kernel.name},
                   {"race", *race},
                   {"at", Place{race->file, race->line}},
                   {"other", Place{race->other_file, race->other_line}}}});
}

}  // namespace

PartResult check_kernel(RunnerSource& source, const Kernel& kernel, Selection selection) {
  PartResult part;
  part.id = kernel.id;
  part.name = kernel.name;
  part.files = {kernel.file};
  const std::vector<KernelCase> cases = kernel.cases();
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

Rehearsal::Rehearsal(RunnerSource& source, const Kernel& kernel)
    : runners_(new Runners{open_all(source, kernel)}) {}

Rehearsal::~Rehearsal() = default;

bool Rehearsal::is_right(const KernelCase& kernel_case) {
  PartResult part;
  return !run_everywhere(kernel_case, runners_->all, part);
}

bool finds_nothing(RunnerSource& source, const Kernel& kernel, int case_number) {
  PartResult part;
  const std::vector<KernelCase> cases = kernel.cases();
  const Selection selection{case_number, true};
  diagnose_cases(source, cases, selection, part);
  if (part.failures.empty()) take_turns(source, cases, selection, part);
  return part.failures.empty();
}

}  // namespace handshake::suite
