// How several GPUs share the passes over the input. GpuPasses uses a LevelTeam in the same way
// as a GpuShare.
#pragma once

#include <deque>

#include "extensions/louvain/gpu_parts.cuh"
#include "extensions/louvain/gpu_share.cuh"

namespace handshake::louvain {

template <class InputWeight, class Value>
class LevelTeam {
 public:
  // The view only determines the type InputWeight; its values are not used. `c`: the communities
  // that the first GPU uses.
  LevelTeam(const GpuContext& gpu, LevelParts* parts, const LevelView<InputWeight>&,
            const LevelCommunities& c, const GpuRules<Value>& rules)
      : colors_(gpu.options.colors), parts_(parts) {
    parts_->for_each([&](const LevelPart& part) {
      shares_.emplace_back(gpu, part.level, part.level.template view<InputWeight>(), part.work,
                           part.device == 0 ? c : part.work.communities, rules);
    });
  }

  void start_sub_round(int color) {
    for (Share& share : shares_) share.start_sub_round(color);
  }
  bool is_empty() const {
    return std::all_of(shares_.begin(), shares_.end(),
                       [](const Share& share) { return share.is_empty(); });
  }

  void decide() {
    for_each([](const LevelPart&, Share& share) { share.decide(); });
  }

  void move() {
    parts_->wait_for_each_other();
    for_each([&](const LevelPart&, Share& share) {
      for_each_other(share, [&](const Share& other) { share.take_moves_of(other); });
      share.move();
    });
    parts_->wait_for_each_other();
    for_each([&](const LevelPart& part, Share& share) {
      for_each_other(share,
                     [&](const Share& other) { share.take_marks_of(other, part.begin, part.end); });
    });
    // With one color, the next sub-round would change data that other GPUs still read in this
    // sub-round.
    if (colors_ == 1) parts_->wait_for_each_other();
  }

  void end_sub_round() {
    for (Share& share : shares_) share.end_sub_round();
  }

  void end_pass(bool first) {
    for_each([&](const LevelPart&, Share& share) {
      PassStates others{};
      for_each_other(share, [&](const Share& other) {
        others.of[others.count++] = other.communities().state;
      });
      share.end_pass(first, others);
    });
  }

  void keep_best() { shares_.front().keep_best(); }
  const LevelCommunities& communities() const { return shares_.front().communities(); }

  // Lets the first GPU continue alone, as soon as no other GPU uses its memory.
  void finish() { parts_->wait_for_each_other(); }

 private:
  using Share = GpuShare<InputWeight, Value>;

  template <class Visit>
  void for_each(const Visit& visit) {
    parts_->for_each([&](const LevelPart& part) { visit(part, shares_[part.device]); });
  }
  template <class Visit>
  void for_each_other(const Share& share, const Visit& visit) const {
    for (const Share& other : shares_) {
      if (&other != &share) visit(other);
    }
  }

  const int colors_;
  LevelParts* parts_;
  std::deque<Share> shares_;
};

}  // namespace handshake::louvain
