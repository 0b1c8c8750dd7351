// The Suitor algorithm on sorted lists: every node goes through its list only once. Each run sorts
// the lists first, and measures the time of the sort. The sort takes longer than many matchings, so
// this algorithm would be useful only if one graph were matched many times after one sort.
#include <algorithm>

#include "extensions/suitor/cpu_engine.hpp"
#include "extensions/suitor/with_ties.hpp"

namespace handshake::suitor {
namespace {

class Sorted : public CpuEngine {
 public:
  Sorted(const graph::View& graph, const Options& options)
      : CpuEngine(graph, options),
        lists_(graph.numEdges()),
        next_(graph.numNodes),
        best_offer_(graph.numNodes) {}

  Measures run() override {
    return with_ties(options_.ties, graph_.offsets, [&](const auto& ties) { return match(ties); });
  }

 private:
  template <class Ties>
  Measures match(const Ties& ties) {
    const auto start = std::chrono::steady_clock::now();
    Measures measures;
    Team team(options_.threads);
    team.run([&] {
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t v = begin; v < end; ++v) sort_list(ties, Node(v));
      });
      team.wait([&] { measures.sort_milliseconds = milliseconds_since(start); });
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t v = begin; v < end; ++v) find_partner(ties, Node(v));
      });
      team.share(graph_.nodes, kNodesInARow, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t v = begin; v < end; ++v) {
          matches_[v] = best_offer_[v] == kNoOffer ? -1 : giver_of(best_offer_[v]);
        }
      });
    });
    measures.milliseconds = milliseconds_since(start);
    return measures;
  }

  template <class Ties>
  void sort_list(const Ties& ties, Node v) {
    for (EdgeIndex e = graph_.begin(v); e < graph_.end(v); ++e) lists_[e] = graph_.word(e);
    std::sort(lists_.begin() + graph_.begin(v), lists_.begin() + graph_.end(v),
              [&](Offer a, Offer b) { return better_offer(ties, v, a, b); });
    next_[v] = graph_.begin(v);
    best_offer_[v] = kNoOffer;
  }

  // A node that has refused another node will always refuse it, because best offers only get
  // better. So no entry of a list is tried twice. Only one thread at a time handles a node: the
  // thread that starts with the node, or the thread that has displaced the node's offer.
  template <class Ties>
  void find_partner(const Ties& ties, Node current) {
    while (current >= 0 && next_[current] < graph_.end(current)) {
      const Offer wish = lists_[next_[current]++];
      const Node partner = giver_of(wish);
      const Offer offer = make_offer_word(order_of(wish), current);
      const Offer before = offer_to(ties, partner, &best_offer_[partner], offer);
      if (!better_offer(ties, partner, offer, before)) continue;
      current = before == kNoOffer ? -1 : giver_of(before);
    }
  }

  Buffer<Offer> lists_;     // [numEdges()] neighbors with their weights, each list best first
  Buffer<EdgeIndex> next_;  // [node] the next entry that the node tries
  Buffer<Offer> best_offer_;
};

}  // namespace

std::unique_ptr<Engine> make_sorted(const graph::View& graph, const Options& options) {
  return std::make_unique<Sorted>(graph, options);
}

}  // namespace handshake::suitor
