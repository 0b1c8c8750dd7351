// A round has two steps. Look: every node that is left finds its best neighbors that are not full,
// one for each place that is free, and publishes the last of them, its threshold. Shake: an edge is
// matched if it reaches the thresholds of both ends; each end finds that out by itself. The best
// edge that is left is always such an edge, and every such edge is in the greedy b-matching, because
// fewer better ones than there are places come before it at either end.
//
// After a round the nodes that are left are a problem of their own. Few nodes, and long chains of
// equal weights, are settled by offers instead.
#include "extensions/b_matching/cpu_rounds.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <vector>

#include "extensions/b_matching/cached_lists.hpp"
#include "extensions/b_matching/offers.hpp"

namespace handshake {
namespace {

constexpr int kMostRounds = 8;
// How many nodes ahead memory is asked for.
constexpr std::int64_t kListsAhead = 16;
constexpr std::int64_t kThresholdsAhead = 8;

template <TieRule kRule>
class Rounds {
 public:
  Rounds(const View<kRule>& view, const BOptions& options)
      : view_(view),
        threads_(options.threads),
        most_rounds_(options.rounds >= 0 ? options.rounds : kMostRounds),
        slots_(view.problem, threads_),
        lists_(view, threads_),
        full_(view.nodes(), threads_),
        missing_(view.nodes()),
        thresholds_(view.nodes()),
        live_(view.nodes()),
        next_(view.nodes()) {
    lists_.touch(threads_);
    touch_pages(&missing_, threads_);
    touch_pages(&thresholds_, threads_);
    touch_pages(&live_, threads_);
    touch_pages(&next_, threads_);
  }

  BMatching run(BMeasures* measures) {
    StepTimes times(measures);
    first_look();
    times.end_step("first look");
    for (; measures->rounds < most_rounds_ && live_count_ > 0; ++measures->rounds) {
      if (measures->rounds > 0) look();
      times.end_step("look", measures->rounds);
      shake();
      times.end_step("shake", measures->rounds);
    }
    measures->rest = live_count_;
    if (live_count_ > 0) measures->proposals = settle();
    times.end_step("offers");
    BMatching matching = answer_of(view_, &slots_, threads_);
    times.end_step("answer");
    return matching;
  }

 private:
  static std::vector<Entry>* scratch() {
    thread_local std::vector<Entry> memory;
    return &memory;
  }

  void publish(Node v, std::int64_t found) {
    thresholds_[v] = found < missing_[v] ? kNoEntry : lists_.first(v)[found - 1];
  }

  // No node is full yet but those without a place.
  void first_look() {
    std::vector<std::int64_t> counts(parts(view_.nodes()));
    for_each_part(parts(view_.nodes()), threads_, [&](std::int64_t part) {
      const std::int64_t end = std::min<std::int64_t>(view_.nodes(), (part + 1) * kNodesInARow);
      for (std::int64_t number = part * kNodesInARow; number < end; ++number) {
        const Node v = static_cast<Node>(number);
        missing_[v] = view_.problem.places(v);
        if (missing_[v] == 0) {
          thresholds_[v] = kAboveAll;
          full_.set(v);
          continue;
        }
        lists_.fill(v, scratch());
        // The threshold of a node that can have all its neighbors is not a real threshold.
        thresholds_[v] =
            missing_[v] == view_.problem.degree(v) ? kNoEntry : lists_.first(v)[missing_[v] - 1];
        next_[part * kNodesInARow + counts[part]++] = v;
      }
    });
    gather(counts);
  }

  void look() {
    for_each_number(live_count_, kNodesInARow, threads_, [&](std::int64_t i) {
      if (i + kListsAhead < live_count_) lists_.prefetch(live_[i + kListsAhead]);
      const Node v = live_[i];
      publish(v, lists_.look(v, missing_[v], full_, scratch()));
    });
  }

  void shake() {
    std::vector<std::int64_t> counts(parts(live_count_));
    for_each_part(parts(live_count_), threads_, [&](std::int64_t part) {
      const std::int64_t begin = part * kNodesInARow;
      const std::int64_t end = std::min(live_count_, begin + kNodesInARow);
      for (std::int64_t i = begin; i < end; ++i) {
        if (i + kListsAhead < live_count_) lists_.prefetch(live_[i + kListsAhead]);
        // Not beyond this part: another thread changes the lists of the next one.
        if (i + kThresholdsAhead < end) prefetch_thresholds(live_[i + kThresholdsAhead]);
        if (shake_hands(live_[i])) next_[begin + counts[part]++] = live_[i];
      }
    });
    gather(counts);
  }

  void prefetch_thresholds(Node v) const {
    const Entry* const first = lists_.first(v);
    for (std::int64_t i = 0; i < lists_.count(v, std::min(missing_[v], 8)); ++i) {
      __builtin_prefetch(&thresholds_[node_of(first[i])]);
    }
  }

  // Whether v still looks for partners.
  bool shake_hands(Node v) {
    const std::int64_t count = lists_.count(v, missing_[v]);
    Entry* place = slots_.end(v) - missing_[v];
    lists_.drop(v, count, [&](Entry entry) {
      const Node u = node_of(entry);
      if (view_.order.better(u, thresholds_[u], seen_from_neighbor(entry, v))) return false;
      *place++ = entry;
      return true;
    });
    missing_[v] = static_cast<std::int32_t>(slots_.end(v) - place);
    if (missing_[v] == 0) full_.set(v);
    return missing_[v] > 0 && count > 0;
  }

  static std::int64_t parts(std::int64_t count) {
    return (count + kNodesInARow - 1) / kNodesInARow;
  }

  // The first counts[part] nodes of each part of next_ become live_, without gaps.
  void gather(const std::vector<std::int64_t>& counts) {
    std::vector<std::int64_t> starts(counts.size() + 1);
    for (std::size_t i = 0; i < counts.size(); ++i) starts[i + 1] = starts[i] + counts[i];
    for_each_part(static_cast<std::int64_t>(counts.size()), threads_, [&](std::int64_t part) {
      std::copy_n(next_.data() + part * kNodesInARow, counts[part], live_.data() + starts[part]);
    });
    live_count_ = starts.back();
  }

  std::int64_t settle() {
    Offers<kRule> offers(view_, &lists_, full_, &slots_, &missing_);
    for_each_number(live_count_, kNodesInARow, threads_,
                    [&](std::int64_t i) { offers.open(live_[i]); });
    std::atomic<std::int64_t> taken{0};
    constexpr std::int64_t kInARow = 64;
    for_each_part((live_count_ + kInARow - 1) / kInARow, threads_, [&](std::int64_t part) {
      std::vector<Node> losers;
      std::int64_t mine = 0;
      for (std::int64_t i = part * kInARow; i < std::min(live_count_, (part + 1) * kInARow); ++i) {
        mine += offers.settle(live_[i], &losers, scratch());
      }
      taken += mine;
    });
    return taken;
  }

  const View<kRule>& view_;
  int threads_;
  int most_rounds_;
  Slots slots_;
  CachedLists<kRule> lists_;
  FullBits full_;
  Buffer<std::int32_t> missing_;  // of each node: places without a partner
  Buffer<Entry> thresholds_;
  Buffer<Node> live_;  // nodes that look for partners
  Buffer<Node> next_;
  std::int64_t live_count_ = 0;
};

}  // namespace

BMatching match_in_rounds(const BProblem& problem, const std::int32_t* weight_bits,
                          const BOptions& options, BMeasures* measures) {
  return with_view(problem, weight_bits, [&](const auto& view) {
    Rounds rounds(view, options);  // takes all memory, as the engine for GPUs does before its clock
    const auto start = std::chrono::steady_clock::now();
    BMatching matching = rounds.run(measures);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    measures->milliseconds = time.count();
    return matching;
  });
}

}  // namespace handshake
