// Khan and others, "Designing scalable b-matching algorithms on distributed memory multiprocessors
// by approximation": Algorithms 1 and 2, and the two modifications that the paper describes after
// them. A neighbor is eligible for a node if the worst suitor of the neighbor is worse than the
// node. Every node proposes to its best eligible neighbors. A node that is displaced proposes to
// its next eligible neighbor.
#include "extensions/b_matching/serial_suitor.hpp"

#include <algorithm>
#include <vector>

#include "extensions/b_matching/slots.hpp"

namespace handshake::b_matching {
namespace {

// The neighbors of every node, best first, each returned once.
template <TieRule kRule>
class Wishes {
 public:
  Wishes(const View<kRule>& view, Sorting sorting)
      : view_(view), sorting_(sorting), at_(view.nodes()) {
    const EdgeIndex edges = view.problem.edges();
    for (Node v = 0; v < view.nodes(); ++v) at_[v] = view.begin(v);
    if (sorting == Sorting::kNone) {
      last_ = Buffer<Entry>(view.nodes());
      std::fill(last_.begin(), last_.end(), kAboveAll);
      return;
    }
    entries_ = Buffer<Entry>(edges);
    for (EdgeIndex e = 0; e < edges; ++e) entries_[e] = view.entry(e);
    sorted_ = Buffer<EdgeIndex>(view.nodes());
    for (Node v = 0; v < view.nodes(); ++v) sorted_[v] = view.begin(v);
  }

  // Returns the best neighbor of v that was not returned before and for which is_eligible holds;
  // kNoEntry after the last neighbor.
  template <class IsEligible>
  Entry next(Node v, const IsEligible& is_eligible) {
    if (sorting_ == Sorting::kNone) return last_[v] = best_behind_last(v, is_eligible);
    while (at_[v] < view_.end(v)) {
      if (at_[v] == sorted_[v]) sort_more(v);
      const Entry entry = entries_[at_[v]++];
      if (is_eligible(entry)) return entry;
    }
    return kNoEntry;
  }

 private:
  template <class IsEligible>
  Entry best_behind_last(Node v, const IsEligible& is_eligible) const {
    Entry best = kNoEntry;
    for (EdgeIndex e = view_.begin(v); e < view_.end(v); ++e) {
      const Entry entry = view_.entry(e);
      if (view_.order.better(v, last_[v], entry) && view_.order.better(v, entry, best) &&
          is_eligible(entry)) {
        best = entry;
      }
    }
    return best;
  }

  void sort_more(Node v) {
    const auto better = [&](Entry a, Entry b) { return view_.order.better(v, a, b); };
    Entry* const begin = entries_.data() + sorted_[v];
    Entry* const end = entries_.data() + view_.end(v);
    const std::int64_t some = std::max<std::int64_t>(3ll * view_.problem.bounds[v], 1);
    Entry* middle = end;
    if (sorting_ == Sorting::kPartial && some < end - begin) {
      middle = begin + some;
      std::nth_element(begin, middle, end, better);
    }
    std::sort(begin, middle, better);
    sorted_[v] = middle - entries_.data();
  }

  const View<kRule>& view_;
  Sorting sorting_;
  Buffer<EdgeIndex> at_;      // [node] which entry comes next
  Buffer<EdgeIndex> sorted_;  // [node] where the sorted entries end
  Buffer<Entry> entries_;
  Buffer<Entry> last_;  // without sorting: [node] which entry was returned last
};

template <TieRule kRule>
class SerialSuitor {
 public:
  SerialSuitor(const View<kRule>& view, Sorting sorting, Measures* measures)
      : view_(view), wishes_(view, sorting), slots_(view.problem, 1), measures_(*measures) {}

  // Algorithm 1. When a suitor loses its place, it looks for another place immediately.
  BMatching run_eager() {
    for (Node u = 0; u < view_.nodes(); ++u) {
      for (std::int32_t i = 0; i < view_.problem.places(u); ++i) {
        // In the paper, Algorithm 2 calls itself at its end; here it is a loop.
        for (Node proposer = u; proposer >= 0;) proposer = propose(proposer);
      }
    }
    return answer_of(view_, &slots_, 1);
  }

  // A node that loses a place waits until all nodes of the round have proposed.
  BMatching run_delayed() {
    std::vector<Node> now(view_.nodes()), later;
    std::vector<std::int32_t> owed(view_.nodes());
    for (Node v = 0; v < view_.nodes(); ++v) {
      now[v] = v;
      owed[v] = view_.problem.places(v);
    }
    for (; !now.empty(); now.swap(later), later.clear()) {
      ++measures_.rounds;
      for (const Node v : now) {
        for (; owed[v] > 0; --owed[v]) {
          const Node loser = propose(v);
          if (loser >= 0 && owed[loser]++ == 0) later.push_back(loser);
        }
      }
    }
    return answer_of(view_, &slots_, 1);
  }

 private:
  // Makes u a suitor of its next eligible neighbor. Returns the node that lost its place to u, or
  // -1 if no node lost a place.
  Node propose(Node u) {
    const Entry wish = wishes_.next(u, [&](Entry entry) {
      const Node x = node_of(entry);
      return slots_.begin(x) != slots_.end(x) &&
             view_.order.better(x, seen_from_neighbor(entry, u), *slots_.begin(x));
    });
    if (wish == kNoEntry) return -1;
    ++measures_.proposals;
    const Node x = node_of(wish);
    // The places are a heap with the worst suitor first; a free place is worse than all suitors.
    const auto better = [&](Entry a, Entry b) { return view_.order.better(x, a, b); };
    const Entry last = *slots_.begin(x);
    std::pop_heap(slots_.begin(x), slots_.end(x), better);
    *(slots_.end(x) - 1) = seen_from_neighbor(wish, u);
    std::push_heap(slots_.begin(x), slots_.end(x), better);
    return last == kNoEntry ? -1 : node_of(last);
  }

  const View<kRule>& view_;
  Wishes<kRule> wishes_;
  Slots slots_;
  Measures& measures_;
};

}  // namespace

BMatching serial_suitor(const Problem& problem, const std::int32_t* weight_bits,
                        const Options& options, Measures* measures) {
  return with_view(problem.view(), weight_bits, [&](const auto& view) {
    SerialSuitor suitor(view, options.sorting, measures);
    return options.algorithm == Algorithm::kSerialEager ? suitor.run_eager() : suitor.run_delayed();
  });
}

}  // namespace handshake::b_matching
