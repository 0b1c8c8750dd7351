// Theory of operation. Every array of a case is laid out as guard, elements, guard. Guards and
// outputs hold a pattern that no right answer contains. The two runs of a case have different
// patterns. So an element that was never written, or that depends on a pattern, cannot be right in
// both runs. The results are compared in the order that is most useful for a
// student: how the launch ended, the elements of the output, the guards (has a thread written past
// an end?), the inputs.
#include "suite/run_case.hpp"

#include <algorithm>

#include "suite/kernel_failure.hpp"
#include "suite/lab.hpp"

namespace handshake::suite {

namespace {

constexpr int kSmallestGuard = 64;
constexpr Word kPoison[] = {kOldValue, -0x2bad2bad};
constexpr Word kGuard[] = {0x6badbad0, -0x3badbad0};
// These words are huge as numbers of type float, and a huge number does not change if a small one is
// added. So the patterns of type float are ordinary numbers with many digits.
constexpr float kPoisonOfFloats[] = {9876.5439f, -12345.679f};
constexpr float kGuardOfFloats[] = {7654.3213f, -23456.791f};

Word poison_of(const Array& array, int poison) {
  return array.type == Type::floating ? word_of(kPoisonOfFloats[poison]) : kPoison[poison];
}

Word guard_of(const Array& array, int poison) {
  if (array.holds_indices) return 0;
  return array.type == Type::floating ? word_of(kGuardOfFloats[poison]) : kGuard[poison];
}

Launch make_launch(const KernelCase& kernel_case, const RunSettings& settings) {
  Launch launch{kernel_case.kernel, settings.shape, 0, {}, kernel_case.scalars};
  // Threads that do not compare their index with the end of the array may write as many elements
  // past the end as there are threads.
  if (!settings.without_guards) launch.guard = std::max(kSmallestGuard, settings.shape.total());
  for (const Array& array : kernel_case.arrays) {
    const int guard = guard_of(array, settings.poison);
    std::vector<int> values(launch.guard, guard);
    if (array.role == Role::out)
      values.insert(values.end(), array.values.size(), poison_of(array, settings.poison));
    else
      values.insert(values.end(), array.values.begin(), array.values.end());
    values.insert(values.end(), launch.guard, guard);
    launch.arrays.push_back({!settings.unfilled || array.role != Role::out, std::move(values)});
  }
  return launch;
}

// The elements between the guards. The floats 0 and -0 are equal, so -0 becomes 0, as in each case.
std::vector<Word> elements_of(const std::vector<Word>& values, int guard, Type type) {
  std::vector<Word> elements(values.begin() + guard, values.end() - guard);
  if (type == Type::floating)
    std::replace(elements.begin(), elements.end(), word_of(-0.0f), word_of(0.0f));
  return elements;
}

// The runtime counts the guards as a part of the array, so the sizes that it reports are wrong.
void leave_out_sizes(std::vector<Finding>& findings) {
  for (Finding& finding : findings)
    if (!finding.brief.empty()) finding.text = finding.brief;
}

// Finds the nearest guard element that was overwritten: first after the elements, then before them.
// Returns its offset from the start of the elements, or nothing if no guard was written.
std::optional<int> touched_guard(const std::vector<int>& values, int guard, int pattern) {
  const int behind = static_cast<int>(values.size()) - guard;
  for (int at = behind; at < static_cast<int>(values.size()); at++)
    if (values[at] != pattern) return at - guard;
  for (int at = guard - 1; at >= 0; at--)
    if (values[at] != pattern) return at - guard;
  return std::nullopt;
}

int first_difference(const std::vector<int>& got, const std::vector<int>& expected) {
  return static_cast<int>(std::mismatch(got.begin(), got.end(), expected.begin()).first -
                          got.begin());
}

// If only the lowest 1, 2 or 3 bytes of the pattern were replaced, by those of the expected value,
// returns their number; otherwise 0. (Other bytes may come from a sum with the pattern.)
int bytes_written(int pattern, int got, int expected) {
  const unsigned changed = static_cast<unsigned>(pattern) ^ static_cast<unsigned>(got);
  if (changed == 0 || changed >> 24 != 0) return 0;
  const int bytes = changed >> 16 != 0 ? 3 : changed >> 8 != 0 ? 2 : 1;
  const unsigned wrong = static_cast<unsigned>(got) ^ static_cast<unsigned>(expected);
  return wrong << (32 - 8 * bytes) == 0 ? bytes : 0;
}

void compare_output(const KernelCase& kernel_case, const RunSettings& settings,
                    const std::vector<int>& got, CaseResult& result) {
  const int index = first_difference(got, kernel_case.expected);
  if (index == static_cast<int>(got.size())) return;
  std::vector<std::optional<int>> seen(got.begin(), got.end());
  const Array& output = kernel_case.arrays[kernel_case.output()];
  const bool is_filled = output.role == Role::out;
  const Word poison = poison_of(output, settings.poison);
  for (std::optional<int>& value : seen)
    if (is_filled && value == poison) value.reset();
  result.failure = wrong_element(kernel_case, settings.shape, seen, index);
  const int bytes = bytes_written(poison, got[index], kernel_case.expected[index]);
  // The bytes of different floats are often the same.
  if (!is_filled || bytes == 0 || output.type == Type::floating) return;
  result.failure->what.push_back(Told{
      "partly_written", {{"array", result.failure->array}, {"index", index}, {"bytes", bytes}}});
  result.failure->hint.propose(Hint{"whole_element"});
}

// A changed element of an input is a failure only if a later step uses this input again.
void compare_inputs(const KernelCase& kernel_case, const RunSettings& settings,
                    const std::vector<std::vector<int>>& after, CaseResult& result) {
  for (size_t a = 0; a < after.size(); a++) {
    const Array& array = kernel_case.arrays[a];
    if (array.role != Role::in || result.failure) continue;
    const int index = first_difference(after[a], array.values);
    if (index == static_cast<int>(after[a].size())) continue;
    result.spoils = array.is_kept;
    if (result.spoils)
      result.failure = changed_input(kernel_case, settings.shape, array, index, after[a][index]);
    else
      result.notes.push_back({"changed_input",
                              {{"kernel", kernel_case.kernel->name},
                               {"array", array.name},
                               {"header", lab().header}}});
  }
}

}  // namespace

CaseResult run_case(KernelRunner& runner, const KernelCase& kernel_case, RunSettings settings) {
  const Launch launch = make_launch(kernel_case, settings);
  LaunchReply reply = runner.launch(launch);
  if (launch.guard > 0) leave_out_sizes(reply.findings);
  CaseResult result;
  result.findings = reply.findings;
  if (reply.end.how != Ended::replied) {
    result.failure = ended_early(kernel_case, settings.shape, reply);
    return result;
  }
  std::vector<std::vector<int>> after;
  for (size_t a = 0; a < reply.arrays.size(); a++)
    after.push_back(elements_of(reply.arrays[a], launch.guard, kernel_case.arrays[a].type));
  const int output = kernel_case.output();
  compare_output(kernel_case, settings, after[output], result);
  for (size_t a = 0; a < reply.arrays.size() && !result.failure; a++)
    if (const auto offset = touched_guard(reply.arrays[a], launch.guard,
                                          guard_of(kernel_case.arrays[a], settings.poison)))
      result.failure = wrote_outside(kernel_case, settings.shape, kernel_case.arrays[a], *offset);
  if (!result.failure) compare_inputs(kernel_case, settings, after, result);
  if (result.failure) result.failure->printed = reply.printed;
  result.output = std::move(after[output]);
  return result;
}

}  // namespace handshake::suite
