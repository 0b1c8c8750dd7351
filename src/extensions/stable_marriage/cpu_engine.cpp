// Gale-Shapley has a queue of men, so a thread can prefetch the data of men whose turn comes soon.
// McVitie-Wilson has a stack, and follows one man at a time. Both algorithms make the same offers,
// in different orders.
#include "extensions/stable_marriage/cpu_engine.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <variant>

#include "extensions/stable_marriage/answer.hpp"
#include "extensions/stable_marriage/order_of_men.hpp"
#include "extensions/stable_marriage/proposals.hpp"
#include "extensions/stable_marriage/shared_lists.hpp"
#include "graph/progress.hpp"

namespace handshake::marriage {
namespace {

// The number of men that a thread takes at once. It is small for long lists, so that all threads
// together nearly keep the order of the men.
constexpr std::int64_t kMenOfShortLists = 4096;
constexpr std::int64_t kMenOfLongLists = 16;
// How many women a man of the queue looks at before other men have their turn. With long lists,
// there is no limit.
constexpr std::int64_t kTurn = 4;
// A thread prefetches the positions, the lists and the next women of the men who come this many
// places later in its queue.
constexpr std::size_t kPositionsAhead = 48;
constexpr std::size_t kListsAhead = 32;
constexpr std::size_t kWomenAhead = 16;
constexpr std::int64_t kWholeList = std::int64_t{1} << 40;

// Men who have not begun yet. All threads share one object.
class Beginners {
 public:
  Beginners(Person men, std::vector<Person> order, std::int64_t at_once)
      : men_(men), at_once_(at_once), order_(std::move(order)) {}

  // One of the threads has this many free men.
  void report_free(std::size_t men) const {
    if (at_once_ >= men_) progress_.report(1 - double(men) / men_);
  }

  // Calls take(man) for the next few men. Returns false when no man is left.
  template <class Take>
  bool next(const Take& take) {
    if (taken_.load(std::memory_order_relaxed) >= men_) return false;
    const std::int64_t begin = taken_.fetch_add(at_once_);
    const std::int64_t end = std::min<std::int64_t>(men_, begin + at_once_);
    progress_.report(double(begin) / men_);
    for (std::int64_t i = begin; i < end; ++i)
      take(order_.empty() ? static_cast<Person>(i) : order_[i]);
    return begin < end;
  }

 private:
  const std::int64_t men_;
  const std::int64_t at_once_;
  const std::vector<Person> order_;
  const Progress progress_;
  std::atomic<std::int64_t> taken_{0};
};

// Makes rounds of proposals until no man is free. Returns the number of rounds.
template <class Proposer>
std::int64_t gale_shapley(Proposer* proposer, Beginners* beginners) {
  std::vector<Person> now, later;
  std::int64_t rounds = 0;
  for (;; ++rounds) {
    beginners->next([&](Person m) { now.push_back(m); });
    if (now.empty()) return rounds;
    stop_if_asked();
    beginners->report_free(now.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      if (i + kPositionsAhead < now.size()) proposer->prefetch_position(now[i + kPositionsAhead]);
      if (i + kListsAhead < now.size()) proposer->prefetch_list(now[i + kListsAhead]);
      if (i + kWomenAhead < now.size()) proposer->prefetch_women(now[i + kWomenAhead]);
      proposer->serve(now[i], [&](Person loser) { later.push_back(loser); });
    }
    now.swap(later);
    later.clear();
  }
}

template <class Proposer>
void mcvitie_wilson(Proposer* proposer, Beginners* beginners) {
  std::vector<Person> stack;
  const auto push = [&](Person m) { stack.push_back(m); };
  const auto follow = [&](Person first) {
    stop_if_asked();
    push(first);
    while (!stack.empty()) {
      const Person m = stack.back();
      stack.pop_back();
      proposer->serve(m, push);
    }
  };
  while (beginners->next(follow)) {
  }
}

template <class View, bool kMany, bool kThreads>
void run(Proposals<View>* all, const Options& options, Beginners* beginners, Measures* measures) {
  std::atomic<std::int64_t> placements{0};
  const int threads = kThreads ? thread_count(options.threads) : 1;
  const bool in_turns =
      options.algorithm == Algorithm::kGaleShapley && !has_long_lists(all->problem);
  for_each_part(threads, threads, [&](std::int64_t) {
    Proposer<View, kMany, kThreads> proposer(all, in_turns ? kTurn : kWholeList);
    if (options.algorithm == Algorithm::kMcVitieWilson) {
      mcvitie_wilson(&proposer, beginners);
    } else {
      const std::int64_t rounds = gale_shapley(&proposer, beginners);
      if (!kThreads) measures->rounds = rounds;  // several threads have no common rounds
    }
    placements += proposer.placements();
  });
  measures->placements = placements;
}

template <class View>
Marriage solve_view(const Problem& problem, const View& view, const Options& options,
                    Measures* measures) {
  const auto start = std::chrono::steady_clock::now();
  const bool alone = options.engine == EngineKind::kSerial;
  const int threads = alone ? 1 : options.threads;
  const std::int64_t some = has_long_lists(problem) ? kMenOfLongLists : kMenOfShortLists;
  Beginners beginners(problem.men, order_of_men(problem),
                      alone ? std::max<std::int64_t>(problem.men, 1) : some);
  Proposals<View> all(problem, view, threads);
  if (problem.one_each()) {
    alone ? run<View, false, false>(&all, options, &beginners, measures)
          : run<View, false, true>(&all, options, &beginners, measures);
  } else {
    alone ? run<View, true, false>(&all, options, &beginners, measures)
          : run<View, true, true>(&all, options, &beginners, measures);
  }
  Marriage marriage = answer(problem, view, all.suitors.data(), all.next.data(), threads);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->milliseconds = time.count();
  count(problem, view, all.next.data(), marriage, measures);
  return marriage;
}

}  // namespace

Marriage solve_on_cpu(const Problem& problem, const Options& options, Measures* measures) {
  if (std::holds_alternative<SharedLists>(problem.lists)) {
    const bool alone = options.engine == EngineKind::kSerial;
    return solve_shared_on_cpu(problem, alone ? 1 : thread_count(options.threads), measures);
  }
  if (const auto* narrow = std::get_if<Lists<NarrowWord>>(&problem.lists)) {
    const ListsView<NarrowWord> view{narrow->offsets.data(), narrow->entries.data()};
    return solve_view(problem, view, options, measures);
  }
  const auto& wide = std::get<Lists<WideWord>>(problem.lists);
  const ListsView<WideWord> view{wide.offsets.data(), wide.entries.data()};
  if (ShortOffersView::can_offer(problem.men, wide.last_rank)) {
    return solve_view(problem, ShortOffersView(view, problem.men), options, measures);
  }
  return solve_view(problem, view, options, measures);
}

}  // namespace handshake::marriage
