// check_handshaking_gpu: what it gets, and what explains a wrong element.
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

class Handshaking : public KernelExplainer {
  Thought think(const KernelCase& kernel_case, const Elements& got,
                Failure& failure) const override {
    const std::vector<int>& strongNeighbor = kernel_case.arrays[0].values;
    const int x = failure.index;
    const int before = kernel_case.arrays[1].values[x], hand = strongNeighbor[x];
    failure.what.push_back(HandshakingElement{x, before, *failure.expected, hand,
                                              hand == kUnmatched ? hand : strongNeighbor[hand]});
    if (before != kUnmatched) return "earlier_match";
    if (failure.expected != kUnmatched) {
      if (failure.got != kUnmatched) return "partner_value";
      if (hand == x || got[hand] != x) return "condition";
      failure.what.push_back(Told{"one_side", {{"node", x}, {"other", hand}}});
      return "who_writes_whom";
    }
    if (hand == kUnmatched) return "no_strongest_neighbor";
    return failure.got == hand ? "other_end" : "condition";
  }

  Hint below(const KernelCase& kernel_case, long index) const override {
    if (index != kUnmatched) return {"first_index"};
    const std::vector<int>& hands = kernel_case.arrays.front().values;
    const bool has_no_hand = std::count(hands.begin(), hands.end(), kUnmatched) > 0;
    return {has_no_hand ? "no_strongest_neighbor" : "unmatched_index"};
  }

  Deciding deciding(const KernelCase& kernel_case, const Failure& failure) const override {
    const int x = failure.index, nodes = static_cast<int>(kernel_case.expected.size());
    const int got = failure.got.value_or(kUnmatched);
    const int expected = failure.expected.value_or(kUnmatched);
    const int partner = got == kUnmatched ? expected : got;
    // A node that was matched earlier must stay so.
    if (kernel_case.arrays[1].values[x] != kUnmatched) return {{{1, x}}};
    if (partner >= 0 && partner < nodes) return {{{0, x}, {0, partner}}};
    return {};
  }

  // If the thread did not look at the other node of the handshake, the hint is about that node.
  // This hint also replaces the hint about an element that several threads wrote.
  void think_about_unread(int unread, Story& story) const override {
    const int x = story.failure().index;
    if (unread == x || story.kernel_case().arrays[1].values[x] != kUnmatched) return;
    if (story.failure().hint->thought == "one_value") story.refine({"other_end"});
    story.suggest({"other_end"});
  }

  // A thread that reads the match of another node depends on the thread of that node.
  void think_about_idle(const Deed& deed, Story& story) const override {
    const bool asks_other =
        std::any_of(deed.reads.begin(), deed.reads.end(), [&](const auto& read) {
          return read.array == "matches" && read.index != story.failure().index && read.written_at;
        });
    const bool is_one_sided = has_fact(story.failure(), "one_side");
    if (!asks_other && !is_one_sided) return story.guess({"condition"});
    story.suggest({"who_writes_whom"}, asks_other ? Sure::cause : Sure::steps);
  }
};

const Handshaking kExplainer;

}  // namespace

const Kernel kHandshaking{
    "handshaking",
    "check_handshaking_gpu",
    "gpu_required/check_handshaking.cu",
    words::rule(Rule::handshaking),
    {{"strongNeighbor", Role::in, "node", false, true}, {"matches", Role::in_out, "node"}},
    Reach::uses_others,
    [] { return with_passes(kHandshaking, handshaking_cases()); },
    &kExplainer};

KernelCase handshaking_case(const CaseTitle& title, std::vector<int> strongNeighbor,
                            std::vector<int> matches) {
  std::vector<int> expected = matches_after_handshakes(strongNeighbor, matches);
  // In a pass, a node that was matched earlier has no edge left, so it extends no hand.
  bool is_of_pass = true;
  for (size_t node = 0; node < matches.size(); node++)
    is_of_pass &= matches[node] == kUnmatched || strongNeighbor[node] == kUnmatched;
  const int numNodes = static_cast<int>(matches.size());
  KernelCase made =
      make_case(kHandshaking, words::title(title), {std::move(strongNeighbor), std::move(matches)},
                {numNodes}, std::move(expected));
  if (!is_of_pass) made.kind = "general";
  return made;
}

}  // namespace handshake::suite
