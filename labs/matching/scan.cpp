// exclusive_prefix_sum_gpu: what it gets, and what explains a wrong element.
#include <algorithm>
#include <utility>

#include "labs/matching/facts.hpp"
#include "labs/matching/kernels.hpp"
#include "labs/matching/oracle.hpp"
#include "labs/matching/passes.hpp"
#include "labs/matching/words/words.hpp"
#include "suite/story.hpp"

namespace handshake::suite {

namespace {

// Whether the launch did all steps of the scan at once: each element is the sum of all elements of
// oldSum before it.
bool is_finished_sum(const std::vector<int>& oldSum, const Elements& got) {
  unsigned sum = 0;  // unsigned: it may wrap around
  for (size_t x = 0; x < got.size(); x++) {
    if (got[x] != static_cast<int>(sum)) return false;
    sum += static_cast<unsigned>(oldSum[x]);
  }
  return true;
}

class Scan : public KernelExplainer {
  Thought think(const KernelCase& kernel_case, const Elements& got,
                Failure& failure) const override {
    const std::vector<int>& oldSum = kernel_case.arrays[0].values;
    const int x = failure.index, distance = distance_of(kernel_case);
    const int source = x - reads_left(kernel_case);
    failure.what.push_back(ScanElement{x, distance, oldSum[x], source < 0 ? 0 : oldSum[source]});
    if (!failure.got) return "every_sum";
    if (is_finished_sum(oldSum, got)) return "one_step";
    if (distance == 0) return x == 0 ? "first_sum" : "moved_right";
    if (x < distance) return "nothing_to_add";
    return failure.got == oldSum[x] ? "no_summand" : "which_summands";
  }

  Hint below(const KernelCase& kernel_case, long index) const override {
    return {index >= -distance_of(kernel_case) ? "nothing_before" : "first_index"};
  }

  Thought not_written(const KernelCase& kernel_case, int index) const override {
    return index < distance_of(kernel_case) ? "nothing_to_add" : "every_sum";
  }

  // The first sum of a scan with distance 0 depends on no other element, so a kernel may write it
  // outside of its loop.
  Thought no_round(const KernelCase& kernel_case, int index) const override {
    return distance_of(kernel_case) == 0 && index == 0 ? "first_sum" : "loop_condition";
  }

  Deciding deciding(const KernelCase& kernel_case, const Failure& failure) const override {
    const int left = failure.index - reads_left(kernel_case);
    return left >= 0 ? Deciding{{{0, left}}} : Deciding{};
  }

  int reads_left(const KernelCase& kernel_case) const override {
    return std::max(1, distance_of(kernel_case));
  }

  int works_on(const KernelCase& kernel_case, int last) const override {
    return last + (distance_of(kernel_case) == 0 ? 1 : 0);
  }

  void think_about(const Deed& deed, Story& story) const override {
    const int x = story.failure().index, distance = distance_of(story.kernel_case());
    const int left = x - reads_left(story.kernel_case());
    const auto reads = [&](const std::string& array, auto is_meant) {
      return std::any_of(deed.reads.begin(), deed.reads.end(), [&](const ReadValue& read) {
        return read.array == array && is_meant(read.index);
      });
    };
    if (reads("newSum", [&](int index) { return index != x; }))
      return story.suggest({"two_arrays"});
    if (distance > 0 && reads("oldSum", [&](int index) { return index != x && index != left; }))
      return story.suggest({"which_summands"});
    if (left >= 0 && !reads("oldSum", [](int) { return true; }) &&
        has_fact(story.failure(), "not_read"))
      return story.suggest({"value_of_other", {{"name", "oldSum[" + std::to_string(left) + "]"}}});
    // A negative `left` stands for every element, as for a sum to which nothing is added.
    const bool has_left = reads("oldSum", [&](int index) { return left < 0 || index == left; });
    const bool has_both = reads("oldSum", [&](int index) { return index == x; }) && has_left;
    if (distance > 0 && has_both) story.suggest({"result_by_hand"});
  }
};

const Scan kExplainer;

}  // namespace

const Kernel kScan{"scan",
                   "exclusive_prefix_sum_gpu",
                   "gpu_required/exclusive_prefix_sum.cu",
                   words::rule(Rule::scan),
                   {{"oldSum", Role::in}, {"newSum", Role::out}},
                   Reach::reads_others,
                   [] { return with_passes(kScan, scan_cases()); },
                   &kExplainer};

int distance_of(const KernelCase& scan) {
  return scan.scalars[0];
}

KernelCase scan_case(const CaseTitle& title, std::vector<int> oldSum, int distance) {
  std::vector<int> expected = after_scan_step(oldSum, distance);
  const int numElements = static_cast<int>(oldSum.size());
  std::vector<int> newSum(oldSum.size());
  // In a pass, the first sum is 0 in every launch after the first one.
  const bool is_general = distance > 0 && oldSum.front() != 0;
  KernelCase made = make_case(kScan, words::title(title.of_scan(distance)),
                              {std::move(oldSum), std::move(newSum)}, {distance, numElements},
                              std::move(expected));
  if (is_general) made.kind = "general";
  if (distance == 0) made.kind = "shift";  // the first launch of a scan
  return made;
}

}  // namespace handshake::suite
