// OMP-Suitor: Algorithm 3 of Naim, Manne, Halappanavar, Tumeo, Langguth: Optimizing Approximate
// Weighted Matching on Nvidia Kepler K40. Numbers on the right are line numbers of this algorithm
// in the paper. With one thread, the algorithm uses no locks, and is the serial Suitor algorithm.
#include <algorithm>

#include "extensions/suitor/cpu_engine.hpp"
#include "extensions/suitor/with_ties.hpp"

namespace handshake::suitor {
namespace {

// Holds the lock of a node. A lock is one byte. A thread holds at most one lock at a time.
class Lock {
 public:
  explicit Lock(unsigned char* taken) : taken_(taken) {
    while (taken_ != nullptr && __atomic_test_and_set(taken_, __ATOMIC_ACQUIRE)) {
      std::this_thread::yield();
    }
  }
  ~Lock() {
    if (taken_ != nullptr) __atomic_clear(taken_, __ATOMIC_RELEASE);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  unsigned char* taken_;  // null: nothing is locked
};

class OmpSuitor : public CpuEngine {
 public:
  OmpSuitor(const graph::View& graph, const Options& options)
      : CpuEngine(graph, options),
        best_offer_(graph.numNodes),
        locks_(options.threads == 1 ? 0 : graph.numNodes) {}

  Measures run() override {
    return with_ties(options_.ties, graph_.offsets, [&](const auto& ties) { return match(ties); });
  }

 private:
  template <class Ties>
  Measures match(const Ties& ties) {
    const auto start = std::chrono::steady_clock::now();
    Team team(options_.threads);
    team.run([&] {
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {  // 2
        std::fill(best_offer_.begin() + begin, best_offer_.begin() + end, kNoOffer);      // 3, 4
        if (!locks_.empty()) std::fill(locks_.begin() + begin, locks_.begin() + end, 0);  // 5
      });
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {  // 6
        for (std::int64_t u = begin; u < end; ++u) find_partner(ties, Node(u));
      });
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t v = begin; v < end; ++v) {
          matches_[v] = best_offer_[v] == kNoOffer ? -1 : giver_of(best_offer_[v]);
        }
      });
    });
    Measures measures;
    measures.milliseconds = milliseconds_since(start);
    return measures;
  }

  // The paper's variables mate and ws are one word here. If a thread read them separately, it could
  // combine the weight of one offer with the giver of another offer. With equal weights, a
  // node could then refuse an offer that it should take.
  template <class Ties>
  void find_partner(const Ties& ties, Node u) {
    Node current = u;                                                            // 7
    while (current >= 0) {                                                       // 8, 9
      Offer heaviest = kNoOffer;                                                 // 10, 11
      for (EdgeIndex e = graph_.begin(current); e < graph_.end(current); ++e) {  // 13
        const Offer here = graph_.word(e);
        if (better_offer(ties, current, here, heaviest) &&  // 14
            would_take(ties, giver_of(here), make_offer_word(order_of(here), current))) {
          heaviest = here;  // 15, 16, 17
        }
      }
      if (heaviest == kNoOffer) return;  // 18
      const Node partner = giver_of(heaviest);
      const Offer offer = make_offer_word(order_of(heaviest), current);
      const Lock lock(locks_.empty() ? nullptr : &locks_[partner]);  // 19
      if (would_take(ties, partner, offer)) {                        // 20
        const Offer before = load(&best_offer_[partner]);
        current = before == kNoOffer ? -1 : giver_of(before);  // 21, 22, 23
        store(&best_offer_[partner], offer);                   // 24, 25
      }  // 26, 27, 28
    }  // 29, 30, 31
  }

  template <class Ties>
  bool would_take(const Ties& ties, Node receiver, Offer offer) const {
    return better_offer(ties, receiver, offer, load(&best_offer_[receiver]));
  }

  Buffer<Offer> best_offer_;
  Buffer<unsigned char> locks_;
};

}  // namespace

std::unique_ptr<Engine> make_omp_suitor(const graph::View& graph, const Options& options) {
  return std::make_unique<OmpSuitor>(graph, options);
}

}  // namespace handshake::suitor
