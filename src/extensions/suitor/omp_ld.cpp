// OMP-LD: Algorithms 1 and 2 of Naim, Manne, Halappanavar, Tumeo, Langguth: Optimizing Approximate
// Weighted Matching on Nvidia Kepler K40. Numbers on the right are line numbers of these algorithms
// in the paper.
#include <algorithm>

#include "extensions/suitor/cpu_engine.hpp"
#include "extensions/suitor/with_ties.hpp"

namespace handshake::suitor {
namespace {

class OmpLd : public CpuEngine {
 public:
  OmpLd(const graph::View& graph, const Options& options)
      : CpuEngine(graph, options), candidate_(graph.numNodes) {
    for (Queue& queue : queues_) queue.nodes = Buffer<Node>(graph.numNodes);
  }

  Measures run() override {
    return with_ties(options_.ties, graph_.offsets, [&](const auto& ties) { return match(ties); });
  }

 private:
  // Nodes that have found a partner. Every node enters a queue at most once.
  struct Queue {
    Buffer<Node> nodes;
    Node count = 0;

    void add(Node s, Node t) {
      const Node at = __atomic_fetch_add(&count, 2, __ATOMIC_RELAXED);
      nodes[at] = s;
      nodes[at + 1] = t;
    }
  };

  template <class Ties>
  Measures match(const Ties& ties) {
    const auto start = std::chrono::steady_clock::now();
    Measures measures;
    Team team(options_.threads);
    Queue *now = &queues_[0], *next = &queues_[1];  // Q_C and Q_N
    now->count = next->count = 0;                   // 5
    team.run([&] {
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {  // 2
        std::fill(matches_.begin() + begin, matches_.begin() + end, -1);                  // 3
        std::fill(candidate_.begin() + begin, candidate_.begin() + end, -1);              // 4
      });
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {  // 6
        for (std::int64_t v = begin; v < end; ++v) process_vertex(ties, Node(v), now);    // 7
      });
      while (now->count > 0) {                                                            // 8
        team.share(now->count, kQueueInARow, [&](std::int64_t begin, std::int64_t end) {  // 9
          for (std::int64_t i = begin; i < end; ++i) {
            wake_neighbors(ties, now->nodes[i], next);
          }
        });
        team.wait([&] {
          std::swap(now, next);  // 13
          next->count = 0;
          ++measures.rounds;
        });
      }
    });
    measures.milliseconds = milliseconds_since(start);
    return measures;
  }

  // Searches for a new partner for each free node that pointed at u. Line 11 of the paper does not
  // have the first condition. Without it, the partner of u would look for another partner.
  template <class Ties>
  void wake_neighbors(const Ties& ties, Node u, Queue* queue) {
    for (EdgeIndex e = graph_.begin(u); e < graph_.end(u); ++e) {  // 10
      const Node v = graph_.neighbors[e];
      if (load(&matches_[v]) < 0 && load(&candidate_[v]) == u) {  // 11
        process_vertex(ties, v, queue);                           // 12
      }
    }
  }

  template <class Ties>
  void process_vertex(const Ties& ties, Node s, Queue* queue) {
    Offer best = kNoOffer;                                         // 2, 3
    for (EdgeIndex e = graph_.begin(s); e < graph_.end(s); ++e) {  // 4
      const Offer here = graph_.word(e);
      if (better_offer(ties, s, here, best) && load(&matches_[graph_.neighbors[e]]) < 0) {  // 5
        best = here;                                                                        // 6, 7
      }
    }
    if (best == kNoOffer) return;
    const Node t = giver_of(best);
    // If two threads write the candidates of s and t at the same time, at least one of the threads
    // must see that the candidates are mutual. Sequentially consistent operations ensure this.
    __atomic_store_n(&candidate_[s], t, __ATOMIC_SEQ_CST);               // 8
    if (__atomic_load_n(&candidate_[t], __ATOMIC_SEQ_CST) != s) return;  // 9
    // Both threads may see that the candidates are mutual. The thread that succeeds in the next
    // line adds the nodes to the queue.
    if (!replace(&matches_[std::min(s, t)], -1, std::max(s, t))) return;  // 10
    store(&matches_[std::max(s, t)], std::min(s, t));                     // 11
    queue->add(s, t);                                                     // 12
  }

  static constexpr std::int64_t kQueueInARow = 64;

  Buffer<Node> candidate_;
  Queue queues_[2];
};

}  // namespace

std::unique_ptr<Engine> make_omp_ld(const graph::View& graph, const Options& options) {
  return std::make_unique<OmpLd>(graph, options);
}

}  // namespace handshake::suitor
