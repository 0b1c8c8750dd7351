// A round has two steps. The first step is the look: every node that is left finds its best
// neighbors that are not full, one for each free place. It publishes the last of these neighbors,
// which is its threshold. The second step is the handshake: an edge is matched if it reaches the
// thresholds of both ends; each end checks this separately. The best edge that is left is always
// such an edge. Every such edge is in the greedy b-matching, because each end has more free
// places than better edges.
//
// After a round, the nodes that are left form a smaller problem of the same kind. After the
// last round, the nodes that are left, such as those in long chains of equal weights, are matched
// by offers.
#include "extensions/b_matching/cpu_rounds.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "extensions/b_matching/cached_lists.hpp"
#include "extensions/b_matching/offers.hpp"
#include "extensions/b_matching/true_order.hpp"
#include "graph/progress.hpp"

namespace handshake::b_matching {
namespace {

constexpr int kMostRounds = 8;
// How far ahead memory is prefetched, in nodes, lists and edges.
constexpr std::int64_t kNodesAhead = 16;
constexpr std::int64_t kListsAhead = 6;
constexpr EdgeIndex kEdgesAhead = 512;
// At most this many edges of a list are prefetched: the processor itself prefetches long lists.
constexpr EdgeIndex kMostEdgesAhead = 1024;

template <TieRule kRule>
class Rounds {
 public:
  Rounds(const View<kRule>& view, const Options& options)
      : view_(view),
        threads_(options.threads),
        most_rounds_(options.rounds >= 0 ? options.rounds : kMostRounds),
        slots_(view.problem, threads_),
        lists_(view, threads_),
        full_(view.nodes(), threads_),
        missing_(view.nodes()),
        thresholds_(view.nodes()),
        live_(view.nodes()),
        next_(view.nodes()),
        matching_(room_for_answer(slots_, threads_)) {
    lists_.touch(threads_);
    touch_pages(&missing_, threads_);
    touch_pages(&thresholds_, threads_);
    touch_pages(&live_, threads_);
    touch_pages(&next_, threads_);
  }

  BMatching run(Measures* measures) {
    StepTimes times(measures);
    first_look();
    times.end_step("first look");
    for (; measures->rounds < most_rounds_ && live_count_ > 0; ++measures->rounds) {
      if (measures->rounds > 0) look();
      times.end_step("look", measures->rounds);
      shake();
      progress_.report(1 - 0.5 * double(live_count_) / view_.nodes());
      times.end_step("shake", measures->rounds);
    }
    measures->rest = live_count_;
    if (live_count_ > 0) measures->proposals = settle();
    times.end_step("offers");
    write_answer(view_, &slots_, threads_, &matching_);
    times.end_step("answer");
    return std::move(matching_);
  }

 private:
  static std::vector<Entry>* scratch() {
    thread_local std::vector<Entry> memory;
    return &memory;
  }

  void publish(Node v) { thresholds_[v] = lists_.threshold(v, missing_[v]); }

  // Makes the lists of all nodes. A node without places is full from the start.
  void first_look() {
    keep_nodes(view_.nodes(), [&](std::int64_t begin, std::int64_t end, Node* kept) {
      std::int64_t count = 0;
      progress_.report(0.5 * double(begin) / view_.nodes());
      for (std::int64_t number = begin; number < end; ++number) {
        const Node v = static_cast<Node>(number);
        prefetch_list(v, kEdgesAhead);
        missing_[v] = view_.problem.places(v);
        if (missing_[v] == 0) {
          thresholds_[v] = kAboveAll;
          full_.set(v);
          continue;
        }
        lists_.fill(v, scratch());
        publish(v);
        kept[count++] = v;
      }
      return count;
    });
  }

  void look() {
    for_each_part(parts(live_count_), threads_, [&](std::int64_t part) {
      Node used_up[kNodesInARow];
      std::int64_t count = 0;
      const std::int64_t end = std::min(live_count_, (part + 1) * kNodesInARow);
      for (std::int64_t i = part * kNodesInARow; i < end; ++i) {
        if (i + kNodesAhead < live_count_) lists_.prefetch(live_[i + kNodesAhead]);
        const Node v = live_[i];
        used_up[count] = v;
        count += lists_.drop_full(v, missing_[v], full_) ? 1 : 0;
        publish(v);
      }
      for (std::int64_t i = 0; i < count; ++i) {
        if (i + kListsAhead < count) prefetch_list(used_up[i + kListsAhead], 0);
        lists_.refill(used_up[i], full_, scratch());
        publish(used_up[i]);
      }
    });
  }

  void prefetch_list(Node v, EdgeIndex ahead) const {
    const EdgeIndex begin = view_.begin(v) + ahead;
    view_.prefetch_edges(begin, begin + std::min(view_.problem.degree(v), kMostEdgesAhead));
  }

  void shake() {
    keep_nodes(live_count_, [&](std::int64_t begin, std::int64_t end, Node* kept) {
      std::int64_t count = 0;
      for (std::int64_t i = begin; i < end; ++i) {
        kept[count] = live_[i];
        count += shake_hands(live_[i]) ? 1 : 0;
      }
      return count;
    });
  }

  // Matches v with the neighbor of each of v's best entries, if the entry reaches the threshold of
  // this neighbor. Returns whether v still looks for partners.
  bool shake_hands(Node v) {
    if (lists_.is_empty(v)) return false;
    missing_[v] -= static_cast<std::int32_t>(
        lists_.move_matched(v, missing_[v], thresholds_, slots_.end(v) - missing_[v]));
    if (missing_[v] == 0) full_.set(v);
    return missing_[v] > 0;
  }

  static std::int64_t parts(std::int64_t count) {
    return (count + kNodesInARow - 1) / kNodesInARow;
  }

  // Splits the numbers from 0 to count - 1 into parts, and calls run(begin, end, kept) for each
  // part. Afterwards, live_ has the nodes that run() wrote to `kept`.
  template <class Run>
  void keep_nodes(std::int64_t count, const Run& run) {
    std::atomic<std::int64_t> all{0};
    for_each_part(parts(count), threads_, [&](std::int64_t part) {
      Node kept[kNodesInARow];
      const std::int64_t begin = part * kNodesInARow;
      const std::int64_t keeps = run(begin, std::min(count, begin + kNodesInARow), kept);
      std::copy_n(kept, keeps, next_.data() + all.fetch_add(keeps, std::memory_order_relaxed));
    });
    std::swap(live_, next_);
    live_count_ = all;
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
  BMatching matching_;
  const Progress progress_;
};

template <TieRule kRule>
BMatching match_view(const View<kRule>& view, const Options& options, Measures* measures) {
  Rounds rounds(view, options);  // allocates all memory, before the clock starts
  const auto start = std::chrono::steady_clock::now();
  BMatching matching = rounds.run(measures);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->milliseconds = time.count();
  return matching;
}

}  // namespace

BMatching match_in_rounds(const ProblemView& problem, const std::int32_t* weight_bits,
                          const Options& options, Measures* measures) {
  return with_view(problem, weight_bits,
                   [&](const auto& view) { return match_view(view, options, measures); });
}

BMatching match_rounded_in_rounds(const ProblemView& problem, const std::int32_t* rounded_bits,
                                  const graph::WeightSpans& weights, const Options& options,
                                  Measures* measures) {
  const TrueWeights order(problem.nodes, problem.offsets, problem.neighbors, weights, problem.ties);
  return match_view(View<kTrueWeights>(problem, rounded_bits, {order}), options, measures);
}

}  // namespace handshake::b_matching
