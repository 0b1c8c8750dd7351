// Sentences that are the same for all kernels.
#include "suite/kernel_failure.hpp"

#include <algorithm>

#include "suite/shown_array.hpp"
#include "suite/words/facts.hpp"

namespace handshake::suite {

namespace {

std::string element(const std::string& array, int index) {
  return array + "[" + std::to_string(index) + "]";
}

Failure start_failure(const KernelCase& kernel_case, Shape shape, Verdict verdict) {
  Failure failure;
  failure.verdict = verdict;
  failure.case_title = kernel_case.title;
  failure.shape = shape;
  failure.rule = info(kernel_case.kernel).rule;
  return failure;
}

// What an index of the array counts.
const char* counts(const KernelCase& kernel_case, const std::string& array) {
  if (kernel_case.kernel == Kernel::scan) return "element";
  return array == "matches" || array == "strongNeighbor" ? "node" : "edge";
}

// Arrays with the same kind of index as the output come last.
void show_before(const KernelCase& kernel_case, Failure& failure) {
  const std::string of = counts(kernel_case, kernel_case.arrays[kernel_case.output()].name);
  for (const bool is_like_output : {false, true})
    for (const Array& array : kernel_case.arrays)
      if ((counts(kernel_case, array.name) == of) == is_like_output && array.role != Role::out &&
          is_worth_showing(kernel_case, array))
        failure.shown.push_back(show(array.name, array.role == Role::in_out ? "before" : "",
                                     counts(kernel_case, array.name), array.values, failure.index));
}

// The inputs and then the output.
void show_arrays(const KernelCase& kernel_case, const std::vector<std::optional<int>>& got,
                 Failure& failure) {
  show_before(kernel_case, failure);
  const Array& output = kernel_case.arrays[kernel_case.output()];
  const std::string of = counts(kernel_case, output.name);
  failure.shown.push_back(show(output.name, "yours", of, got, failure.index));
  failure.shown.push_back(show(output.name, "expected", of, kernel_case.expected, failure.index));
}

}  // namespace

std::string name_element(const KernelCase& kernel_case, const std::string& array, int index) {
  const std::string number = std::to_string(index);
  if (kernel_case.kernel == Kernel::scan) return "element " + number;
  if (array == "matches" || array == "strongNeighbor") return "node " + number;
  const EdgeList& graph = kernel_case.graph;
  if (index < 0 || index >= graph.numEdges()) return "edge " + number;
  return "edge " + number + " (from node " + std::to_string(graph.src[index]) + " to node " +
         std::to_string(graph.dst[index]) + ")";
}

Failure wrong_element(const KernelCase& kernel_case, Shape shape,
                      const std::vector<std::optional<int>>& got, int index) {
  Failure failure = start_failure(kernel_case, shape, Verdict::wrong);
  const Array& output = kernel_case.arrays[kernel_case.output()];
  const std::vector<int>& expected = kernel_case.expected;
  failure.array = output.name;
  failure.index = index;
  failure.got = got[index];
  failure.expected = expected[index];
  for (size_t i = 0; i < got.size(); i++) failure.differences += got[i] != expected[i];

  show_arrays(kernel_case, got, failure);
  failure.what.push_back(
      element(output.name, index) +
      (failure.got ? " is " + std::to_string(*failure.got) : " was never written") +
      " and must be " + std::to_string(expected[index]) + ".");
  explain_element(kernel_case, failure);
  if (failure.differences > 1)
    failure.what.push_back(std::to_string(failure.differences) + " of " +
                           std::to_string(expected.size()) + " elements of " + output.name +
                           " are wrong; this is the first.");
  // What an untouched element holds: nothing, or what was there before the launch.
  const bool untouched =
      output.role == Role::out ? !failure.got : failure.got == output.values[index];
  if (failure.got == -2)
    failure.hint =
        "UNMATCHED is -1 in this kit. It was -2 in the kit of 2021. Write UNMATCHED, "
        "which utils.hpp defines, instead of a number.";
  else if (untouched && index >= shape.total())
    failure.hint = "There " + std::string(shape.total() == 1 ? "was" : "were") + " " +
                   std::to_string(shape.total()) + (shape.total() == 1 ? " thread" : " threads") +
                   " for " + std::to_string(expected.size()) +
                   " elements. Read \"Thread Assignment\" in the "
                   "handout: which elements does thread 0 work on then?";
  return failure;
}

Failure wrote_outside(const KernelCase& kernel_case, Shape shape, const Array& array, int index) {
  Failure failure = start_failure(kernel_case, shape, Verdict::memory);
  const int size = static_cast<int>(array.values.size());
  failure.array = array.name;
  failure.index = index;
  failure.what = {"The kernel wrote " + element(array.name, index) + ", but " + array.name +
                  " has " + std::to_string(size) + (size == 1 ? " element" : " elements") +
                  (size == 0   ? "."
                   : size == 1 ? ": index 0."
                               : ": index 0 to " + std::to_string(size - 1) + ".")};
  failure.hint = hint_outside(index, shape);
  return failure;
}

std::string hint_outside(const KernelCase& kernel_case, const std::string& array, long index,
                         Shape shape) {
  const std::vector<Array>& arrays = kernel_case.arrays;
  // The submission may have names of its own.
  const bool is_known = std::any_of(arrays.begin(), arrays.end(),
                                    [&](const Array& known) { return known.name == array; });
  const std::string counted = counts(kernel_case, array);
  const bool is_of_loop = counted == counts(kernel_case, arrays[kernel_case.output()].name);
  if (!is_known || is_of_loop || index < 0) return hint_outside(index, shape);
  return array + " has one element for every " + counted + ". What does your index count here?";
}

std::string hint_outside(long index, Shape shape) {
  if (index < 0)
    return "Which index do you compute for the first element? And for a node that has no strongest "
           "neighbor?";
  if (shape.total() == 0)
    return "Which index is the last one that comes here? And does it count what the array has "
           "elements for: nodes, or edges?";
  if (index < shape.total())
    return "There are threads without an element: what must a thread compare before it touches an "
           "array?";
  return "Look at the condition of your loop: which index is the last one that it lets through?";
}

Failure changed_input(const KernelCase& kernel_case, Shape shape, const Array& array, int index,
                      int got) {
  Failure failure = start_failure(kernel_case, shape, Verdict::wrong);
  failure.array = array.name;
  failure.index = index;
  failure.got = got;
  failure.expected = array.values[index];
  failure.differences = 1;
  failure.what = {"The kernel changed its input: " + element(array.name, index) + " was " +
                      std::to_string(array.values[index]) + " and is " + std::to_string(got) +
                      " now.",
                  "The rest of the pass still needs " + array.name + "."};
  failure.hint = "gpuHeaders.cuh lists " + array.name + " as \"in\": the kernel only reads it.";
  return failure;
}

std::string changed_input_note(const KernelCase& kernel_case, const Array& array) {
  return std::string(info(kernel_case.kernel).name) + " writes elements of " + array.name +
         ", which gpuHeaders.cuh lists as \"in\". No later step reads it, so nothing breaks, but "
         "another thread may read it at the same time.";
}

void show_inputs(const KernelCase& kernel_case, Failure& failure) {
  if (failure.shown.empty()) show_before(kernel_case, failure);
}

Failure ended_early(const KernelCase& kernel_case, Shape shape, const LaunchReply& reply) {
  Failure failure = start_failure(kernel_case, shape, Verdict::crash);
  failure.printed = reply.printed;
  failure.hangs = reply.how == Ended::timed_out;
  failure.what = {reply.text};
  for (const Finding& finding : reply.findings) {
    if (!is_error(finding) || failure.finding) continue;
    failure.finding = finding;
    for (const std::string& sentence : describe(finding)) failure.what.push_back(sentence);
  }
  const std::string name = info(kernel_case.kernel).name;
  switch (reply.how) {
    case Ended::timed_out:
    case Ended::flooded:
      failure.verdict = Verdict::slow;
      failure.hint =
          "Does every loop of the kernel come to an end? Look at what changes from one "
          "round of the loop to the next, also when there are more threads than "
          "elements.";
      break;
    case Ended::exited:
    case Ended::bad_reply:
      failure.hint = name + " must only read and write its arrays.";
      break;
    case Ended::cuda_error:
    case Ended::killed:
      failure.hint =
          "An index may be far outside of its array. Which values can it take, with "
          "this number of threads, and when a node has no strongest neighbor?";
      break;
    case Ended::not_built:
    case Ended::replied:
      break;
  }
  return failure;
}

}  // namespace handshake::suite
