// How a node chooses a community: it takes the community with the largest value (see Gains). If
// several communities have this value, it takes the one with the smallest number. But the node
// stays if no other community has a larger value than its own community.
#pragma once

#include <cstdint>

#include "extensions/louvain/cpu_memory.hpp"
#include "extensions/louvain/move_rule.hpp"

namespace handshake::louvain {

template <class Numbers>
struct CpuChoice {
  using Value = typename Numbers::Value;

  Node best;
  Value value;

  bool is_better(Node community, Value offered, Node own) const {
    return (offered > value) | ((offered == value) & (best != own) & (community < best));
  }

  // There is no branch, because the processor cannot predict which of two communities is better.
  void offer(Node community, Value offered, Node own) {
    const bool better = is_better(community, offered, own);
    const auto taken = -static_cast<Value>(better);  // all bits or none
    best ^= (best ^ community) & static_cast<Node>(taken);
    value ^= (value ^ offered) & taken;
  }
};

// Compares communities for one node.
template <class Numbers>
class CpuJudge {
 public:
  using Sum = typename Numbers::Sum;
  using Choice = CpuChoice<Numbers>;

  CpuJudge(const Gains<typename Numbers::Value>& gains, const CommunityFacts<Numbers>& facts,
           int colors, Node node, Weight strength, Node own)
      : gains_(gains),
        facts_(facts),
        colors_(colors),
        node_(node),
        strength_(strength),
        own_(own),
        alone_(facts.is_alone(own)) {}

  // The choice to stay; `to_own` is the weight of the edges from the node into its own community.
  Choice stay(Sum to_own) const {
    return {own_, gains_.value(to_own, strength_, facts_.strength(own_) - strength_)};
  }

  void offer(Node community, Sum weight, Choice* choice) const {
    const auto value = gains_.value(weight, strength_, facts_.strength(community));
    // would_swap() is the slowest test, so it comes last. It is rarely needed, because few
    // communities are better than all communities that were offered before them.
    if (alone_ && choice->is_better(community, value, own_) && would_swap(community)) return;
    choice->offer(community, value, own_);
  }

 private:
  // Two nodes, each alone in its community, must not join each other in the same sub-round: they
  // would only exchange their communities.
  bool would_swap(Node community) const {
    return own_ < community && facts_.is_alone(community) &&
           color_of(community, colors_) == color_of(node_, colors_);
  }

  const Gains<typename Numbers::Value>& gains_;
  const CommunityFacts<Numbers>& facts_;
  const int colors_;
  const Node node_;
  const Weight strength_;
  const Node own_;
  const bool alone_;
};

}  // namespace handshake::louvain
