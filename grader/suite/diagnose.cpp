// From what the CUDA runtime notices to a failure.
#include "suite/diagnose.hpp"

#include <algorithm>

#include "suite/run_case.hpp"

namespace handshake::suite {

namespace {

bool has_word(const std::string& kind, const char* word) {
  return kind.find(word) != std::string::npos;
}

Verdict verdict_of(const Finding& finding) {
  for (const char* word : {"race", "barrier", "warp", "sync"})
    if (has_word(finding.kind, word)) return Verdict::race;
  for (const char* word : {"loop", "endless", "stuck"})
    if (has_word(finding.kind, word)) return Verdict::slow;
  return Verdict::memory;
}

std::string hint_for(const Finding& finding) {
  switch (verdict_of(finding)) {
    case Verdict::race:
      return "The threads of a launch run in any order. Which thread may write this element, and "
             "may another one use it in the same launch?";
    case Verdict::slow:
      return "What changes from one round of the loop to the next?";
    default:
      return has_word(finding.kind, "uninit")
                 ? "Who gives this element its value before it is read?"
                 : "Which values can the index take here, with this number of threads, and when a "
                   "node has no strongest neighbor?";
  }
}

// A thread that reads an element while another one gives it a value: not by itself a fault when the
// reader does the same with the old value and with the new one.
bool may_be_harmless(const Finding& finding) {
  return finding.kind == "race_read_write" && !has_word(finding.text, "shared");
}

// Whether the case comes out right in every one of many orders of single accesses.
bool is_right_in_all_orders(RunnerSource& source, const KernelCase& kernel_case, Shape shape) {
  constexpr int kOrders = 32;
  const auto runner = source.open_interleaved(kernel_case.kernel);
  if (!runner) return false;
  for (int order = 0; order < kOrders; order++)
    if (run_case(*runner, kernel_case, recorded_run(shape)).failure) return false;
  return true;
}

// Makes notes of races that no order of accesses turns into a wrong element.
void judge_races(RunnerSource& source, const KernelCase& kernel_case, Shape shape,
                 std::vector<Finding>& findings) {
  if (std::none_of(findings.begin(), findings.end(), may_be_harmless) ||
      !is_right_in_all_orders(source, kernel_case, shape))
    return;
  for (Finding& finding : findings) {
    if (!may_be_harmless(finding)) continue;
    finding.severity = "note";
    finding.text += "; the result was right in all orders of accesses that were tried";
  }
}

bool is_of_runner(const std::string& file) {
  return file.find("grader/runner/") != std::string::npos;
}

}  // namespace

std::vector<Finding> about_submission(const std::vector<Finding>& findings) {
  std::vector<Finding> kept;
  std::copy_if(findings.begin(), findings.end(), std::back_inserter(kept),
               [](const Finding& finding) {
                 return !is_of_runner(finding.file) ||
                        (!finding.other_file.empty() && !is_of_runner(finding.other_file));
               });
  return kept;
}

std::optional<Failure> first_error(const std::vector<Finding>& findings) {
  const auto error = std::find_if(findings.begin(), findings.end(), is_error);
  if (error == findings.end()) return std::nullopt;
  Failure failure;
  failure.verdict = verdict_of(*error);
  failure.diagnostic = true;
  failure.what = describe(*error);
  failure.hint = hint_for(*error);
  failure.finding = *error;
  return failure;
}

std::optional<Failure> diagnose(RunnerSource& source, const KernelCase& kernel_case,
                                const std::vector<Shape>& shapes, const std::string& schedule,
                                std::vector<Finding>& findings) {
  std::optional<Failure> wrong;  // without a finding: only when no shape has one
  for (const Shape shape : shapes) {
    const std::unique_ptr<KernelRunner> runner =
        source.open_diagnostic(kernel_case.kernel, schedule);
    if (!runner) return std::nullopt;
    CaseResult result = run_case(*runner, kernel_case, diagnostic_run(shape));
    std::vector<Finding> seen = std::move(result.findings);
    for (Finding& finding : runner->finish()) seen.push_back(std::move(finding));
    seen = about_submission(seen);
    judge_races(source, kernel_case, shape, seen);
    findings.insert(findings.end(), seen.begin(), seen.end());
    if (std::optional<Failure> failure = first_error(seen)) {
      failure->case_title = kernel_case.title;
      failure->shape = shape;
      failure->rule = info(kernel_case.kernel).rule;
      return failure;
    }
    if (!result.failure || wrong) continue;
    wrong = result.failure;
    wrong->diagnostic = true;
  }
  return wrong;
}

void explain_by_record(RunnerSource& source, const KernelCase& kernel_case, Failure& failure) {
  const auto runner = source.open_recorded(kernel_case.kernel, failure.schedule);
  if (!runner || failure.array.empty() || failure.index < 0) return;
  run_case(*runner, kernel_case, recorded_run(failure.shape));
  runner->finish();
  explain_with_history(kernel_case, runner->history(), failure);
}

}  // namespace handshake::suite
