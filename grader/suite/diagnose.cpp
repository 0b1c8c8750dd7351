// Turns findings of the CUDA runtime into a failure.
#include "suite/diagnose.hpp"

#include <algorithm>

#include "suite/kernel_failure.hpp"
#include "suite/run_case.hpp"

namespace handshake::suite {

namespace {

struct Cause {
  Kind kind;
  Verdict verdict;
  Thought thought;
};

constexpr Cause kCauses[] = {
    {Kind::changed_too_early, Verdict::race, "changed_source"},
    {Kind::not_waited_for, Verdict::race, "streams"},
    {Kind::used_too_early, Verdict::race, "unfinished_copy"},
    {Kind::read_before_copy_ends, Verdict::race, "async_copy"},
    {Kind::bad_warp_mask, Verdict::race, "warp"},
    {Kind::warp_operation_not_reached, Verdict::race, "warp"},
    {Kind::shuffle_from_inactive_lane, Verdict::wrong, "lane_of_shuffle"},
    {Kind::shift_too_far, Verdict::wrong, "shift_too_far"},
    {Kind::endless_loop, Verdict::slow, "loop"},
    {Kind::endless_end, Verdict::slow, ""},
    {Kind::uninitialised_copy, Verdict::memory, "uninitialized"},
    {Kind::uninitialised_read, Verdict::memory, "uninitialized"},
    {Kind::misaligned_address, Verdict::memory, "alignment"},
    {Kind::misaligned_or_wild_pointer, Verdict::memory, "alignment"},
    {Kind::null_pointer, Verdict::memory, "null_pointer"},
    {Kind::host_use_after_free, Verdict::memory, "host_after_free"},
    {Kind::use_after_free, Verdict::memory, "use_after_free"},
    {Kind::double_free, Verdict::memory, "double_free"},
    {Kind::leak, Verdict::memory, "leak"},
    {Kind::device_pointer_on_host, Verdict::memory, "wrong_side"},
    {Kind::host_fault, Verdict::memory, "wrong_side"},
    {Kind::host_pointer_in_kernel, Verdict::memory, "wrong_side"},
    {Kind::host_variable_in_kernel, Verdict::memory, "wrong_side"},
    {Kind::out_of_bounds_on_host, Verdict::memory, "wrong_side"},
    {Kind::out_of_host_memory, Verdict::crash, "host_memory"},
    {Kind::division_by_zero, Verdict::crash, "division"},
    {Kind::too_much_shared_memory, Verdict::crash, "shared_memory"},
    {Kind::call_without_configuration, Verdict::crash, "configuration"},
    {Kind::stack_overflow, Verdict::crash, "stack"},
    {Kind::uncaught_exception, Verdict::crash, "exception"},
    {Kind::assertion, Verdict::crash, "assertion"},
    {Kind::trap, Verdict::crash, "trap"},
    {Kind::cooperative_not_offered, Verdict::crash, "cooperative"},
    {Kind::not_cooperative, Verdict::crash, "cooperative"},
    {Kind::undefined_behaviour, Verdict::crash, "undefined"},
    {Kind::incomplete, Verdict::crash, ""},
};

Cause cause_of(Kind kind) {
  if (is_race(kind)) return {kind, Verdict::race, "race"};
  if (is_barrier(kind)) return {kind, Verdict::race, "barrier"};
  for (const Cause& cause : kCauses)
    if (cause.kind == kind) return cause;
  return {kind, Verdict::memory, "index_of_access"};
}

bool is_in_shared_memory(const Finding& finding) {
  return finding.element.space == Space::shared;
}

// Whether both writes of the race are in the same line of code. A barrier can prevent such a race
// only if the index of the element changes from round to round of a loop.
bool is_of_one_line(const Finding& finding) {
  return finding.kind == Kind::race_write_write && finding.file == finding.other_file &&
         finding.line == finding.other_line;
}

bool is_of_one_warp(const Finding& finding) {
  constexpr int kLanes = 32;
  const Index &one = finding.thread, &other = finding.other_thread;
  // In other rows of a block, only the number of its columns tells.
  return one >= 0 && other >= 0 && one.y == other.y && one.z == other.z &&
         one.x / kLanes == other.x / kLanes;
}

// The cause of a race in shared memory.
Thought thought_of_shared_race(const Finding& finding) {
  const bool is_element = finding.element.elements > 1 && finding.element.byte == 0;
  if (is_of_one_line(finding)) return is_element ? "shared_element_of_two" : "shared_by_all";
  return is_of_one_warp(finding) ? "warp_race" : "shared_race";
}

bool is_outside(const Finding& finding) {
  return finding.kind == Kind::out_of_bounds && !finding.element.array.empty();
}

// Whether the address is far away from every array. No kernel gets a host pointer here, so a wrong
// index led to this address.
bool is_far_outside(const Finding& finding) {
  return finding.kind == Kind::wild_pointer ||
         (finding.kind == Kind::host_pointer_in_kernel && finding.element.argument == 0);
}

// Whether one thread reads an element that another thread writes. This is not always a fault: the
// thread that reads may do the same with the old value as with the new one.
bool may_be_harmless(const Finding& finding) {
  return finding.kind == Kind::race_read_write && !is_in_shared_memory(finding);
}

// Tries many different orders of the threads' single accesses. Returns whether the result of the
// case is right in all of them. If the time limit is reached, only the orders that were tried
// until then are considered.
bool is_right_in_all_orders(RunnerSource& source, const KernelCase& kernel_case, Shape shape) {
  constexpr int kOrders = 32;
  const auto runner = source.open_interleaved(*kernel_case.kernel);
  if (!runner) return false;
  for (int order = 0; order < kOrders; order++) {
    const auto failure = run_case(*runner, kernel_case, recorded_run(shape)).failure;
    if (failure) return failure->is_spent && order > 0;
  }
  return true;
}

// Races become notes if no order of accesses leads to a wrong element.
void judge_races(RunnerSource& source, const KernelCase& kernel_case, Shape shape,
                 std::vector<Finding>& findings) {
  if (std::none_of(findings.begin(), findings.end(), may_be_harmless) ||
      !is_right_in_all_orders(source, kernel_case, shape))
    return;
  for (Finding& finding : findings) {
    if (!may_be_harmless(finding)) continue;
    finding.severity = Severity::note;
    finding.is_harmless = true;
  }
}

bool is_only_of_runner(const Finding& finding) {
  return is_of_runner(finding.file) &&
         (finding.other_file.empty() || is_of_runner(finding.other_file));
}

std::vector<Finding> without(const std::vector<Finding>& findings,
                             bool (*is_left_out)(const Finding&)) {
  std::vector<Finding> kept;
  std::remove_copy_if(findings.begin(), findings.end(), std::back_inserter(kept), is_left_out);
  return kept;
}

// Turns notes about shuffles into errors. In a right program, a value from a lane that does not
// take part is harmless. In a wrong program, it may be the cause of the failure.
void raise_shuffles(std::vector<Finding>& findings) {
  if (std::any_of(findings.begin(), findings.end(), is_error)) return;
  for (Finding& finding : findings)
    if (finding.kind == Kind::shuffle_from_inactive_lane) finding.severity = Severity::error;
}

}  // namespace

std::vector<Finding> about_submission(const std::vector<Finding>& findings) {
  std::vector<Finding> kept = without(findings, [](const Finding& finding) {
    return !is_error(finding) && is_only_of_runner(finding);
  });
  // If a number is shifted too far, the result on a GPU differs from the result on this processor.
  for (Finding& finding : kept)
    if (finding.kind == Kind::shift_too_far) finding.severity = Severity::error;
  return kept;
}

std::vector<Finding> that_explain(const std::vector<Finding>& findings) {
  std::vector<Finding> kept = without(findings, is_only_of_runner);
  raise_shuffles(kept);
  return kept;
}

bool is_unclean(const Failure& failure) {
  return failure.finding &&
         (failure.verdict == Verdict::race || failure.verdict == Verdict::memory);
}

static Hint hint_about(const Finding& error, const Cause& cause) {
  const bool is_outside_of_shared = error.kind == Kind::shared_out_of_bounds;
  if (is_outside_of_shared && error.element.variable.empty() && error.allocation_bytes == 0)
    return Hint{"dynamic_shared"}.from(Sure::cause);
  if (is_outside(error)) return hint_outside(error.element.index, {0, 0});
  if (cause.thought == "uninitialized")
    return {is_in_shared_memory(error) ? "shared_uninitialized" : cause.thought};
  if (cause.thought == "race" && is_in_shared_memory(error))
    return Hint{thought_of_shared_race(error)}.from(Sure::cause);
  const bool is_cause = cause.verdict == Verdict::race || cause.thought == "lane_of_shuffle";
  return Hint{cause.thought}.from(is_cause ? Sure::cause : Sure::steps);
}

std::optional<Failure> first_error(const std::vector<Finding>& findings) {
  Failure failure;
  add_first_error(findings, failure);
  if (!failure.finding) return std::nullopt;
  const Finding& error = *failure.finding;
  const Cause cause = cause_of(error.kind);
  failure.verdict = cause.verdict;
  failure.diagnostic = true;
  failure.hint.propose(hint_about(error, cause));
  return failure;
}

std::optional<Failure> diagnose(RunnerSource& source, const KernelCase& kernel_case,
                                const std::vector<Shape>& shapes, const std::string& schedule,
                                std::vector<Finding>& findings) {
  std::optional<Failure> wrong;  // without a finding; returned only if no shape gives a finding
  for (const Shape shape : shapes) {
    const std::unique_ptr<KernelRunner> runner =
        source.open_diagnostic(*kernel_case.kernel, schedule);
    if (!runner) return std::nullopt;
    CaseResult result = run_case(*runner, kernel_case, diagnostic_run(shape));
    std::vector<Finding> seen = std::move(result.findings);
    for (Finding& finding : runner->finish()) seen.push_back(std::move(finding));
    seen = about_submission(seen);
    judge_races(source, kernel_case, shape, seen);
    if (result.failure) raise_shuffles(seen);
    findings.insert(findings.end(), seen.begin(), seen.end());
    if (std::optional<Failure> failure = first_error(seen)) {
      failure->title = kernel_case.title;
      failure->shape = shape;
      failure->rule = kernel_case.kernel->rule;
      if (is_outside(*failure->finding))
        failure->hint.propose(hint_outside(kernel_case, *failure->finding, shape));
      if (is_far_outside(*failure->finding))
        failure->hint.refine({kernel_case.expected.empty() ? "no_elements" : "far_outside"});
      const bool has_overflow = std::any_of(seen.begin(), seen.end(), [](const Finding& one) {
        return one.kind == Kind::int_overflow;
      });
      if (is_wrapped_short(kernel_case, *failure->finding) && !has_overflow) {
        const long index = failure->finding->element.index;
        failure->what.push_back(
            Told{"wrapped_short", {{"index", index}, {"meant", index + 65536}}});
      }
      show_inputs(kernel_case, *failure);
      return failure;
    }
    if (!result.failure || wrong) continue;
    wrong = result.failure;
    wrong->diagnostic = true;
  }
  return wrong;
}

void take_cause(const Failure& seen, Failure& failure) {
  failure.verdict = seen.verdict;
  failure.hint.propose(seen.hint);
  // The first sentence stays: it says how the run ended.
  if (failure.finding) failure.what.erase(failure.what.begin() + 1, failure.what.end());
  failure.finding = seen.finding;
}

void use_cause(const Failure& seen, Failure& failure) {
  if (failure.finding && seen.finding->line == 0) {
    failure.verdict = seen.verdict;
    failure.hint.propose(seen.hint);
    return;
  }
  take_cause(seen, failure);
  // If no thread wrote the element, and a thread used an index outside of an array, then this index
  // is probably wrong for all elements, and not only for the last ones.
  const bool is_shifted = failure.expected && !failure.got && is_outside(*failure.finding);
  if (is_shifted && failure.hint->sure == Sure::guess && failure.finding->element.index >= 0)
    failure.hint.propose({"index_of_access"});
  // Whether an earlier sentence says the same as the finding. For a wrong element, the finding says
  // something new: what happened at that element.
  const bool is_known = !failure.array.empty() && failure.array == seen.finding->element.array &&
                        failure.index == seen.finding->element.index && !failure.expected;
  std::vector<Fact> facts;
  const bool is_elsewhere = seen.shape.total() > 0 && !(seen.shape == failure.shape);
  if (is_elsewhere) facts.push_back(Told{"seen_in", {{"shape", seen.shape}}});
  facts.push_back(Found{*seen.finding, is_known});
  for (const Fact& fact : seen.what)
    if (fact.is("wrapped_short")) facts.push_back(fact);
  failure.what.insert(failure.array.empty() ? failure.what.begin() : failure.what.end(),
                      facts.begin(), facts.end());
  if (failure.array.empty()) failure.shown = seen.shown;
}

void tell_misfit(const std::vector<Finding>& findings, Failure& failure) {
  constexpr std::pair<Kind, Thought> kMisfits[] = {{Kind::int_overflow, "int_overflow"},
                                                   {Kind::narrowing, "narrowing"},
                                                   {Kind::shift_too_far, "shift_too_far"},
                                                   {Kind::float_rounding, "float_rounding"}};
  // If a value was never written, the numbers that are computed from it mean nothing.
  if (failure.finding && failure.finding->kind == Kind::uninitialised_read) return;
  for (const auto& misfit : kMisfits) {
    const auto seen = std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) {
      return finding.kind == misfit.first && finding.line > 0 && !is_of_runner(finding.file);
    });
    const bool is_told = failure.finding && failure.finding->kind == misfit.first;
    if (seen == findings.end() || is_told) continue;
    failure.what.push_back({DidNotFit{*seen}, Sure::cause, {{seen->file, seen->line}}});
    const bool is_cause = !failure.finding || is_outside(*failure.finding) ||
                          is_far_outside(*failure.finding) ||
                          failure.finding->kind == Kind::endless_loop;
    const bool is_long = seen->type == "long long";
    if (is_cause)
      failure.hint.propose(Hint{is_long ? "long_overflow" : misfit.second}.from(Sure::cause));
    return;
  }
}

// Finds the lines of the kernel that write the output in other small cases.
static std::vector<Place> writes_in_other_cases(RunnerSource& source, const KernelCase& kernel_case,
                                                const std::string& schedule) {
  constexpr size_t kMostElements = 6;
  const auto runner = source.open_recorded(*kernel_case.kernel, schedule);
  if (!runner) return {};
  for (const KernelCase& one : kernel_case.kernel->cases()) {
    if (one.expected.size() > kMostElements) continue;
    const Shape shape = takes_any_shape(one) ? Shape{1, 1} : small_shapes(one).front();
    const auto ended = run_case(*runner, one, recorded_run(shape)).failure;
    if (ended && ended->array.empty()) break;
  }
  runner->finish();
  return places_of_writes(kernel_case, runner->history());
}

void explain_by_record(RunnerSource& source, const KernelCase& kernel_case, Failure& failure) {
  const auto runner = source.open_recorded(*kernel_case.kernel, failure.schedule);
  if (!runner || !failure.expected) return;
  const CaseResult again = run_case(*runner, kernel_case, recorded_run(failure.shape));
  runner->finish();
  const History history = runner->history();
  if (!again.failure && !failure.finding) {
    const std::optional<Place> variable = use_of_variable(history, failure);
    failure.what.push_back(
        Told{"right_when_first", {{"shape", failure.shape}, {"variable", slot(variable)}}});
    failure.hint.propose(Hint{variable ? "kept_from_before" : "unset_variable"}.from(Sure::cause));
    if (variable) return;
  }
  const KeptHint before = failure.hint;
  explain_with_history(kernel_case, history, failure);
  // If the history is not complete, only other cases show which lines write the output.
  const bool is_unknown = !history.is_whole && !failure.finding;
  if (!has_fact(failure, "never_writes") && !is_unknown) return;
  constexpr size_t kMostPlaces = 3;
  std::vector<Place> places = writes_in_other_cases(source, kernel_case, failure.schedule);
  if (places.empty() || places.size() > kMostPlaces) return;
  for (const Place& place : places) add_place(failure, place);
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return a.line < b.line; });
  failure.what.push_back(
      Told{"written_in_other_cases", {{"array", failure.array}, {"places", places}}});
  if (failure.hint->thought == "never_writes") failure.hint = before;
}

ThreadId thread_of(const Finding& finding, Shape shape) {
  const auto number = [](const Index& of, Size size) {
    return of.x + size.x * (of.y + size.y * of.z);
  };
  return {number(finding.block, shape.grid), number(finding.thread, shape.block), shape};
}

void explain_endless_loop(RunnerSource& source, const KernelCase& kernel_case, Shape shape,
                          Failure& failure) {
  if (!failure.finding || failure.finding->kind != Kind::endless_loop) return;
  const auto runner = source.open_recorded(*kernel_case.kernel, failure.schedule);
  if (!runner) return;
  run_case(*runner, kernel_case, recorded_run(shape));
  runner->finish();
  explain_endless(kernel_case, runner->history(), thread_of(*failure.finding, shape), failure);
}

namespace {

// The launch shape of diagnostic mode for huge cases.
const std::vector<Shape> kShapesOfHuge = {{8, 256}};

// The numbers of many small cases, and of at most two huge ones. An array that a kernel declares
// may be large enough for every small case, but not for the huge ones. In the first huge case of a
// scan, the kernel only moves elements; in the last one, it adds elements.
std::vector<int> numbers_to_diagnose(const std::vector<KernelCase>& cases) {
  constexpr size_t kMostElements = 100, kMostCases = 24;
  std::vector<int> numbers, huge;
  for (int number = 1; number <= static_cast<int>(cases.size()); number++) {
    const KernelCase& one = cases[number - 1];
    if (one.expected.size() <= kMostElements && numbers.size() < kMostCases)
      numbers.push_back(number);
    if (is_huge(one)) huge.push_back(number);
  }
  if (!huge.empty()) numbers.push_back(huge.front());
  if (huge.size() > 1) numbers.push_back(huge.back());
  return numbers;
}

}  // namespace

void diagnose_cases(RunnerSource& source, const std::vector<KernelCase>& cases, Selection selection,
                    PartResult& part, bool (*counts)(const Failure&)) {
  if (!source.open_diagnostic(*cases.front().kernel, source.schedules().front())) return;
  const std::vector<int> numbers = selection.case_number != 0
                                       ? std::vector<int>{selection.case_number}
                                       : numbers_to_diagnose(cases);
  for (const int number : numbers) {
    const KernelCase& kernel_case = cases[number - 1];
    const std::vector<Shape> shapes = is_huge(kernel_case) && takes_any_shape(kernel_case)
                                          ? kShapesOfHuge
                                          : small_shapes(kernel_case);
    std::vector<Finding> findings;
    std::optional<Failure> failure =
        diagnose(source, kernel_case, shapes, source.schedules().front(), findings);
    part.runs += static_cast<long>(shapes.size());
    add_findings(part, findings);
    if (!failure || !counts(*failure)) continue;
    failure->part = part.id;
    failure->case_number = number;
    failure->schedule = source.schedules().front();
    tell_misfit(findings, *failure);
    add_failure(part, std::move(*failure));
    // Other cases would show the same line again, so they do not run.
    return;
  }
}

}  // namespace handshake::suite
