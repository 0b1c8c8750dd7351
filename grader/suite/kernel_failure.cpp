// Finds the facts and the hint that explain what a launch did wrong.
#include "suite/kernel_failure.hpp"

#include <algorithm>
#include <climits>

#include "suite/explainer.hpp"
#include "suite/shown_array.hpp"

namespace handshake::suite {

namespace {

Failure failure_of_launch(const KernelCase& kernel_case, Shape shape, Verdict verdict) {
  Failure failure;
  failure.verdict = verdict;
  failure.title = kernel_case.title;
  failure.shape = shape;
  failure.rule = kernel_case.kernel->rule;
  return failure;
}

const std::string& counts(const KernelCase& kernel_case, const std::string& array) {
  for (const Array& one : kernel_case.arrays)
    if (one.name == array) return one.counts;
  return kernel_case.arrays[kernel_case.output()].counts;
}

// Shows the inputs that help to understand the wrong output: those in which an index means the same,
// which come last, and short ones.
void show_before(const KernelCase& kernel_case, Failure& failure) {
  const std::string of = kernel_case.arrays[kernel_case.output()].counts;
  for (const bool is_like_output : {false, true})
    for (const Array& array : kernel_case.arrays)
      if ((array.counts == of) == is_like_output && array.role != Role::out &&
          (is_like_output || array.values.size() <= kWhole))
        failure.shown.push_back(show(array.name, array.role == Role::in_out ? "before" : "",
                                     array.counts, array.values, failure.index, array.type));
}

// Shows the inputs, and then the output.
void show_arrays(const KernelCase& kernel_case, const std::vector<std::optional<int>>& got,
                 Failure& failure) {
  show_before(kernel_case, failure);
  const Array& output = kernel_case.arrays[kernel_case.output()];
  const std::string& of = output.counts;
  failure.shown.push_back(show(output.name, "yours", of, got, failure.index, output.type));
  failure.shown.push_back(
      show(output.name, "expected", of, kernel_case.expected, failure.index, output.type));
}

}  // namespace

Failure wrong_element(const KernelCase& kernel_case, Shape shape,
                      const std::vector<std::optional<int>>& got, int index) {
  Failure failure = failure_of_launch(kernel_case, shape, Verdict::wrong);
  const Array& output = kernel_case.arrays[kernel_case.output()];
  const std::vector<int>& expected = kernel_case.expected;
  const int size = static_cast<int>(expected.size());
  failure.array = output.name;
  failure.index = index;
  if (got[index]) failure.got = Value(*got[index], output.type);
  failure.expected = Value(expected[index], output.type);
  for (size_t i = 0; i < got.size(); i++) failure.differences += got[i] != expected[i];

  show_arrays(kernel_case, got, failure);
  failure.what = {WrongElement{output.name, index, failure.got, *failure.expected}};
  const Hint hint = kernel_case.kernel->explainer->explain(kernel_case, got, failure);
  if (failure.differences > 1)
    failure.what.push_back(
        Told{"more_wrong", {{"array", output.name}, {"wrong", failure.differences}, {"of", size}}});
  // An element that the kernel did not write has no value, or the value from before the launch.
  const bool untouched =
      output.role == Role::out ? !failure.got : failure.got == output.values[index];
  if (hint.sure == Sure::guess && untouched && index >= shape.total())
    failure.hint.propose({"too_few_threads", {{"threads", shape.total()}, {"tasks", size}}});
  else
    failure.hint.propose(hint);
  return failure;
}

Failure wrote_outside(const KernelCase& kernel_case, Shape shape, const Array& array, int index) {
  Failure failure = failure_of_launch(kernel_case, shape, Verdict::memory);
  failure.array = array.name;
  failure.index = index;
  const long size = static_cast<long>(array.values.size());
  failure.what = {Told{"wrote_outside",
                       {{"array", array.name},
                        {"index", index},
                        {"size", size},
                        {"last", size > 1 ? Slot(size - 1) : Slot()}}}};
  failure.diagnostic = true;  // the output is right, so this counts as a failure of diagnostic mode
  failure.hint.propose(hint_outside(index, shape));
  return failure;
}

bool is_wrapped_short(const KernelCase& kernel_case, const Finding& finding) {
  constexpr long kShorts = 65536;
  if (finding.element.index < -kShorts / 2 || finding.element.index >= -1) return false;
  const long meant = finding.element.index + kShorts;
  return std::any_of(kernel_case.arrays.begin(), kernel_case.arrays.end(), [&](const Array& one) {
    return one.name == finding.element.array && meant < static_cast<long>(one.values.size());
  });
}

Hint hint_outside(const KernelCase& kernel_case, const Finding& finding, Shape shape) {
  const std::vector<Array>& arrays = kernel_case.arrays;
  const long index = finding.element.index;
  // The submission may give the arrays other names.
  const bool is_known = std::any_of(arrays.begin(), arrays.end(), [&](const Array& known) {
    return known.name == finding.element.array;
  });
  if (is_partly_outside(finding))
    return Hint{"several_elements", {{"name", finding.element.array}}}.from(Sure::cause);
  if (finding.element.byte != 0) return Hint{"bytes_of_pointer"}.from(Sure::cause);
  const std::string counted = counts(kernel_case, finding.element.array);
  const bool is_of_loop = counted == counts(kernel_case, arrays[kernel_case.output()].name);
  const long elements = static_cast<long>(kernel_case.expected.size());
  if (index < 0 && shape.total() * elements > INT_MAX) return {"wrapped_product"};
  if (is_wrapped_short(kernel_case, finding)) return Hint{"narrowing"}.from(Sure::cause);
  if (index < 0) return kernel_case.kernel->explainer->below(kernel_case, index);
  if (index > INT_MAX) return {"wrapped_index"};
  if (is_known && !is_of_loop)
    return Hint{"what_is_counted", {{"name", finding.element.array}, {"thing", counted}}}.from(
        Sure::steps);
  // The remaining question: would this thread reach this index if its loop ended too late?
  const long thread = finding.block * static_cast<long>(shape.threads) + finding.thread;
  if (!shape.is_line() || finding.thread < 0 || index < thread ||
      (index - thread) % shape.total() != 0 ||
      index < elements)  // the access begins inside; only its last elements are outside
    return {"index_of_access"};
  return {index == thread ? "idle_threads" : "loop_condition"};
}

Hint hint_outside(long index, Shape shape) {
  if (index > INT_MAX) return {"wrapped_index"};
  if (index < 0) return {"first_index"};
  if (shape.total() == 0) return {"last_index"};
  if (!shape.is_line()) return {"index_of_access"};
  return {index < shape.total() ? "idle_threads" : "loop_condition"};
}

Failure changed_input(const KernelCase& kernel_case, Shape shape, const Array& array, int index,
                      int got) {
  Failure failure = failure_of_launch(kernel_case, shape, Verdict::wrong);
  failure.array = array.name;
  failure.index = index;
  failure.got = Value(got, array.type);
  failure.expected = Value(array.values[index], array.type);
  failure.differences = 1;
  failure.what = {Told{
      "changed_input",
      {{"array", array.name}, {"index", index}, {"was", *failure.expected}, {"is", *failure.got}}}};
  failure.hint.propose({"only_read", {{"name", array.name}}});
  return failure;
}

void show_inputs(const KernelCase& kernel_case, Failure& failure) {
  if (failure.shown.empty()) show_before(kernel_case, failure);
}

// Whether the race explains the read: no barrier separates the read from the write of another
// thread, so the read came too early.
static bool explains_early_read(const Finding& race, const Finding& read) {
  const bool is_in_line = (race.file == read.file && race.line == read.line) ||
                          (race.other_file == read.file && race.other_line == read.line);
  return is_error(race) && race.kind == Kind::race_read_write && is_in_line &&
         race.element.variable == read.element.variable;
}

void add_first_error(const std::vector<Finding>& findings, Failure& failure) {
  auto error = std::find_if(findings.begin(), findings.end(), is_error);
  if (error == findings.end()) return;
  if (error->kind == Kind::uninitialised_read && is_in_shared_variable(*error)) {
    const auto race = std::find_if(error, findings.end(), [&](const Finding& one) {
      return explains_early_read(one, *error);
    });
    if (race != findings.end()) error = race;
  }
  failure.finding = *error;
  failure.what.push_back(Found{*error});
}

Failure ended_early(const KernelCase& kernel_case, Shape shape, const LaunchReply& reply) {
  Failure failure = failure_of_launch(kernel_case, shape, Verdict::crash);
  const std::string name = kernel_case.kernel->name;
  failure.printed = reply.printed;
  failure.is_spent = reply.end.how == Ended::spent;
  failure.hangs = failure.is_spent || reply.end.how == Ended::timed_out;
  failure.what = {KernelEnded{name, reply.end}};
  add_first_error(reply.findings, failure);
  const bool is_outside = failure.finding && failure.finding->kind == Kind::out_of_bounds;
  switch (reply.end.how) {
    case Ended::timed_out:
    case Ended::flooded:
      failure.verdict = Verdict::slow;
      failure.hint.propose({"endless_kernel"});
      break;
    case Ended::spent:
      failure.verdict = Verdict::slow;
      failure.hint.propose({"slow_launches"});
      break;
    case Ended::exited:
    case Ended::bad_reply:
      failure.hint.propose({"only_own_arrays", {{"name", name}}});
      break;
    case Ended::cuda_error:
    case Ended::killed:
      if (is_outside) failure.verdict = Verdict::memory;
      failure.hint.propose({is_outside ? "index_of_access" : "far_outside"});
      break;
    case Ended::not_built:
    case Ended::replied:
      break;
  }
  return failure;
}

}  // namespace handshake::suite
