// markFilterEdges_gpu: what it gets, and what explains a wrong element.
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

// The two ends of edge x, and `matches`.
struct Ends {
  Ends(const KernelCase& kernel_case, int x)
      : src(kernel_case.arrays[0].values[x]),
        dst(kernel_case.arrays[1].values[x]),
        matches(kernel_case.arrays[2].values) {}
  bool is_free(int end) const { return matches[end] == kUnmatched; }
  int src, dst;
  const std::vector<int>& matches;
};

bool reads(const Deed& deed, const std::string& array, int index) {
  return std::any_of(deed.reads.begin(), deed.reads.end(), [&](const ReadValue& read) {
    return read.array == array && (index < 0 || read.index == index);
  });
}

class Filter : public KernelExplainer {
  Thought think(const KernelCase& kernel_case, const Elements&, Failure& failure) const override {
    const Ends ends(kernel_case, failure.index);
    failure.what.push_back(FilterElement{failure.index, ends.src, ends.dst, ends.matches[ends.src],
                                         ends.matches[ends.dst]});
    if (!failure.got) return "every_keep";
    if (*failure.got != 0 && *failure.got != 1) return "zero_or_one";
    if (ends.is_free(ends.src) != ends.is_free(ends.dst)) return "two_ends";
    // If 0 and 1 both occur in the right result, a kernel that is wrong at every edge has an
    // inverted condition.
    const std::vector<int>& right = kernel_case.expected;
    const auto edges = static_cast<long>(right.size());
    const bool has_both = std::count(right.begin(), right.end(), right.front()) < edges;
    return has_both && failure.differences == edges ? "keep_or_filter" : "condition";
  }

  Hint below(const KernelCase&, long index) const override {
    return {index == kUnmatched ? "unmatched_index" : "first_index"};
  }

  Thought not_written(const KernelCase&, int) const override { return "every_keep"; }

  // One matched end is enough for 0.
  Deciding deciding(const KernelCase& kernel_case, const Failure& failure) const override {
    Deciding found{{}, true};
    if (failure.got != 1) return found;
    const Ends ends(kernel_case, failure.index);
    for (const int end : {ends.src, ends.dst})
      if (!ends.is_free(end)) found.elements.emplace_back(2, end);
    return found;
  }

  void think_about(const Deed& deed, Story& story) const override {
    const Failure& failure = story.failure();
    if (!failure.got) return;
    for (const char* array : {"src", "dst"})
      if (reads(deed, array, -1) && !reads(deed, array, failure.index))
        return story.suggest({"other_task", {{"thing", story.thing()}, {"task", failure.index}}});
    if (*failure.got != 0 && *failure.got != 1) return;
    const Ends ends(story.kernel_case(), failure.index);
    bool saw_matched = false;
    for (const int end : {ends.src, ends.dst})
      saw_matched |= !ends.is_free(end) && reads(deed, "matches", end);
    if (*failure.got == 1 && !saw_matched)
      return story.suggest({failure.hint->thought == "two_ends" ? "two_ends" : "reads_matches"});
    if (deed.decision || saw_matched) story.guess({"condition"});
  }
};

const Filter kExplainer;

}  // namespace

const Kernel kFilter{"filter",
                     "markFilterEdges_gpu",
                     "gpu_required/markFilterEdges.cu",
                     words::rule(Rule::filter),
                     {{"src", Role::in, "edge", true, true},
                      {"dst", Role::in, "edge", true, true},
                      {"matches", Role::in, "node", true},
                      {"keepEdges", Role::out, "edge"}},
                     Reach::own,
                     [] { return with_passes(kFilter, filter_cases()); },
                     &kExplainer};

KernelCase filter_case(const CaseTitle& title, const EdgeList& graph, std::vector<int> matches) {
  std::vector<int> expected = edges_to_keep(graph, matches);
  return make_case(kFilter, words::title(title),
                   {graph.src, graph.dst, std::move(matches), std::vector<int>(graph.src.size())},
                   {graph.numEdges()}, std::move(expected));
}

}  // namespace handshake::suite
