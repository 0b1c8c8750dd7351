// The fast algorithm for CPUs. Every node remembers a few of its best neighbors. In a round, each
// node points at the best of these neighbors that is not matched, and two nodes that point at each
// other are matched. If all remembered neighbors of a node are matched, the node reads its list
// again. The nodes that are left after a few rounds are matched by offers, as in Suitor.
#include <algorithm>
#include <cstring>

#include "extensions/common/true_weights.hpp"
#include "extensions/suitor/best_offers.hpp"
#include "extensions/suitor/cpu_engine.hpp"
#include "extensions/suitor/with_ties.hpp"
#include "graph/progress.hpp"

namespace handshake::suitor {
namespace {

// The best neighbors of a node with their weights, best first; kNoOffer after the last one.
template <int kListed>
struct Wishes {
  Offer of[kListed];
};

constexpr int kMostRounds = 24;
constexpr std::int64_t kFewLeft = 1024;

template <int kListed>
class Rounds : public CpuEngine {
 public:
  Rounds(const graph::View& graph, const Options& options, DeviceWeights::Inexact inexact)
      : CpuEngine(graph, options, inexact),
        true_weights_(graph.weights),
        wishes_(graph.numNodes),
        matched_bits_(graph.numNodes / 32 + 1),
        live_{Buffer<Node>(graph.numNodes), Buffer<Node>(graph.numNodes)},
        best_offer_(graph.numNodes) {
    // Only if the graph is not symmetric can a node get an offer that settle() has not prepared.
    std::fill(best_offer_.begin(), best_offer_.end(), kNoOffer);
  }

  Measures run() override {
    if (weights_.are_rounded()) {
      return match(TrueWeights(graph_.nodes, graph_.offsets, graph_.neighbors, true_weights_,
                               options_.ties));
    }
    return with_ties(options_.ties, graph_.offsets, [&](const auto& ties) { return match(ties); });
  }

 private:
  static constexpr std::int64_t kPart = 2048;  // nodes that a thread takes at a time
  static_assert(kPart % 32 == 0, "no word of bits may belong to two parts");
  static constexpr std::int64_t kAhead = 24;  // how many nodes ahead a thread prefetches
  static constexpr int kListsAhead = 6;
  static constexpr EdgeIndex kEdgesAhead = 512;
  static constexpr EdgeIndex kLine = 16;      // weights in one cache line
  static constexpr EdgeIndex kShortList = 8;  // up to this size, a list is too short for vectors

  template <class Ties>
  Measures match(const Ties& ties) {
    const auto start = std::chrono::steady_clock::now();
    Measures measures;
    Team team(options_.threads);
    std::int64_t count = graph_.nodes, before = 0;
    team.run([&] {
      team.share(count, kPart, [&](std::int64_t begin, std::int64_t end) {
        progress_.report(0.5 * double(begin) / graph_.nodes);
        for (std::int64_t v = begin; v < end; ++v) {
          prefetch_edges(graph_.begin(v) + kEdgesAhead, graph_.end(v) + kEdgesAhead);
          wishes_[v] = read_list(ties, Node(v), nullptr);
          point(Node(v), wishes_[v].of[0]);
        }
      });
      shake_hands(&team, nullptr, &count, &before);
      team.wait([&] { measures.rounds = 1; });
      while (count > kFewLeft && count < before - before / 8 && measures.rounds < kMostRounds) {
        const Buffer<Node>& live = live_[measures.rounds & 1];
        team.share(count, kPart, [&](std::int64_t begin, std::int64_t end) {
          point_again(ties, live.data() + begin, live.data() + end);
        });
        shake_hands(&team, live.data(), &count, &before);
        team.wait([&] { ++measures.rounds; });
      }
      settle(&team, ties, live_[measures.rounds & 1].data(), count);
    });
    measures.left_to_offers = count;
    measures.milliseconds = milliseconds_since(start);
    return measures;
  }

  // The best neighbors of v that are not matched.
  template <class Ties>
  Wishes<kListed> read_list(const Ties& ties, Node v, const std::uint32_t* matched_bits) const {
    const EdgeIndex begin = graph_.begin(v);
    const NeighborList list{graph_.weight_bits + begin, graph_.neighbors + begin, graph_.degree(v),
                            matched_bits};
    Wishes<kListed> wishes{};
    if constexpr (Ties::kByPosition) {
      if (list.size > kShortList) {
        best_offers<kListed>(list, wishes.of);
        return wishes;
      }
      for (EdgeIndex e = begin; e < graph_.end(v); ++e) {
        const bool left = matched_bits == nullptr || !is_matched(graph_.neighbors[e]);
        insert_best(left ? graph_.word(e) : kNoOffer, &wishes);
      }
      return wishes;
    }
    Offer best[kListed + 1];  // by the index rule: right for every rule if no two weights are equal
    best_offers<kListed + 1>(list, best);
    bool has_ties = false;
    for (int k = 0; k < kListed; ++k) {
      wishes.of[k] = best[k];
      has_ties |= best[k + 1] != kNoOffer && order_of(best[k]) == order_of(best[k + 1]);
    }
    if (!has_ties) return wishes;
    const std::uint32_t least = order_of(best[kListed]);
    wishes = {};
    for (EdgeIndex e = begin; e < graph_.end(v); ++e) {
      const bool left = matched_bits == nullptr || !is_matched(graph_.neighbors[e]);
      if (left && weight_order(graph_.weight_bits[e]) >= least) {
        insert(ties, v, graph_.word(e), &wishes);
      }
    }
    return wishes;
  }

  // The better of two words is the larger word, so no branch is needed.
  static void insert_best(Offer wish, Wishes<kListed>* wishes) {
    for (Offer& other : wishes->of) {
      const Offer smaller = std::min(other, wish);
      other = std::max(other, wish);
      wish = smaller;
    }
  }

  template <class Ties>
  static void insert(const Ties& ties, Node v, Offer wish, Wishes<kListed>* wishes) {
    if (!better_offer(ties, v, wish, wishes->of[kListed - 1])) return;
    int k = kListed - 1;
    for (; k > 0 && better_offer(ties, v, wish, wishes->of[k - 1]); --k) {
      wishes->of[k] = wishes->of[k - 1];
    }
    wishes->of[k] = wish;
  }

  void point(Node v, Offer wish) { matches_[v] = wish == kNoOffer ? -1 : giver_of(wish); }

  bool is_matched(Node v) const { return ((matched_bits_[v >> 5] >> (v & 31)) & 1u) != 0; }

  // Each live node from *first to *(last - 1) points at its best neighbor that is not matched.
  template <class Ties>
  void point_again(const Ties& ties, const Node* first, const Node* last) {
    Node empty[kPart];
    int count = 0;
    for (const Node* at = first; at < last; ++at) {
      if (last - at > 2 * kAhead) __builtin_prefetch(&wishes_[at[2 * kAhead]]);
      if (last - at > kAhead) prefetch_matched(wishes_[at[kAhead]]);
      const Offer* wishes = wishes_[*at].of;
      int k = 0;
      while (k < kListed && wishes[k] != kNoOffer && is_matched(giver_of(wishes[k]))) ++k;
      if (k < kListed) {
        point(*at, wishes[k]);
      } else if (graph_.degree(*at) <= kListed) {
        point(*at, kNoOffer);  // all its neighbors are matched, so its list need not be read
      } else {
        empty[count++] = *at;
      }
    }
    for (int i = 0; i < count; ++i) {
      if (i + 2 * kListsAhead < count)
        __builtin_prefetch(&graph_.offsets[empty[i + 2 * kListsAhead]]);
      if (i + kListsAhead < count) prefetch_list(empty[i + kListsAhead]);
      wishes_[empty[i]] = read_list(ties, empty[i], matched_bits_.data());
      point(empty[i], wishes_[empty[i]].of[0]);
    }
  }

  // giver_of(kNoOffer) is larger than the number of any node, so the index is limited.
  void prefetch_matched(const Wishes<kListed>& wishes) const {
    for (const Offer wish : wishes.of) {
      __builtin_prefetch(&matched_bits_[std::min(giver_of(wish), graph_.nodes - 1) >> 5]);
    }
  }

  void prefetch_list(Node v) const {
    prefetch_edges(graph_.begin(v), std::min(graph_.end(v), graph_.begin(v) + 4 * kLine));
  }

  // `to` may be beyond the last edge: a prefetch of an invalid address does nothing.
  void prefetch_edges(EdgeIndex from, EdgeIndex to) const {
    for (EdgeIndex e = from / kLine * kLine; e < to; e += kLine) {
      __builtin_prefetch(graph_.weight_bits + e);
      __builtin_prefetch(graph_.neighbors + e);
    }
  }

  // Matches the nodes that point at each other. Other nodes stay live if they point at any node. If
  // `live` is null, all nodes are live. In this step, threads only read matches_.
  void shake_hands(Team* team, const Node* live, std::int64_t* count, std::int64_t* before) {
    Buffer<Node>& next = live == live_[1].data() ? live_[0] : live_[1];
    team->wait([&] {
      *before = *count;
      next_count_ = 0;
    });
    team->share(*before, kPart, [&](std::int64_t begin, std::int64_t end) {
      Node kept[kPart];
      const int keeps = live != nullptr ? match_pairs(live + begin, live + end, kept)
                                        : match_first_pairs(begin, end, kept);
      const std::int64_t to = __atomic_fetch_add(&next_count_, keeps, __ATOMIC_RELAXED);
      std::memcpy(next.data() + to, kept, keeps * sizeof(Node));
    });
    team->wait([&] {
      *count = next_count_;
      progress_.report(1 - 0.5 * double(next_count_) / graph_.nodes);
    });
  }

  // Does the work of shake_hands() for nodes first .. last - 1 when all nodes are live. No branch
  // depends on the data, so the processor predicts all branches well. Returns how many nodes stay
  // live.
  int match_first_pairs(std::int64_t first, std::int64_t last, Node* kept) {
    int keeps = 0;
    for (std::int64_t word = first; word < last; word += 32) {
      std::uint32_t bits = 0;
      for (std::int64_t v = word; v < std::min(last, word + 32); ++v) {
        if (v + kAhead < last) prefetch_target(Node(v + kAhead));
        const Node target = matches_[v];
        const bool matched = (target >= 0) & (matches_[std::max(target, 0)] == v);
        bits |= static_cast<std::uint32_t>(matched) << (v - word);
        kept[keeps] = static_cast<Node>(v);
        keeps += (target >= 0) & !matched;
      }
      matched_bits_[word >> 5] = bits;
    }
    return keeps;
  }

  int match_pairs(const Node* first, const Node* last, Node* kept) {
    int keeps = 0;
    for (const Node* at = first; at < last; ++at) {
      if (last - at > kAhead) prefetch_target(at[kAhead]);
      const Node v = *at, target = matches_[v];
      if (target < 0) continue;
      if (matches_[target] == v) {
        __atomic_fetch_or(&matched_bits_[v >> 5], 1u << (v & 31), __ATOMIC_RELAXED);
      } else {
        kept[keeps++] = v;
      }
    }
    return keeps;
  }

  void prefetch_target(Node v) const { __builtin_prefetch(&matches_[std::max(matches_[v], 0)]); }

  // Matches the remaining nodes by offers. A thread that displaces a node continues with that node.
  template <class Ties>
  void settle(Team* team, const Ties& ties, const Node* live, std::int64_t count) {
    team->share(count, kPart, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) best_offer_[live[i]] = kNoOffer;
    });
    team->share(count, kPart / 8, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) find_partner(ties, live[i]);
    });
    team->share(count, kPart, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        point(live[i], best_offer_[live[i]]);
      }
    });
  }

  template <class Ties>
  void find_partner(const Ties& ties, Node current) {
    while (current >= 0) {
      Offer wish = first_that_would_take(ties, current);
      if (wish == kNoOffer && wishes_[current].of[kListed - 1] != kNoOffer) {
        wishes_[current] = read_list_of_takers(ties, current);
        wish = wishes_[current].of[0];
      }
      if (wish == kNoOffer) return;
      const Node partner = giver_of(wish);
      const Offer offer = make_offer_word(order_of(wish), current);
      const Offer before = offer_to(ties, partner, &best_offer_[partner], offer);
      if (!better_offer(ties, partner, offer, before)) continue;
      current = before == kNoOffer ? -1 : giver_of(before);
    }
  }

  template <class Ties>
  bool would_take(const Ties& ties, Node current, Offer wish) const {
    const Node u = giver_of(wish);
    const Offer offer = make_offer_word(order_of(wish), current);
    return !is_matched(u) && better_offer(ties, u, offer, load(&best_offer_[u]));
  }

  template <class Ties>
  Offer first_that_would_take(const Ties& ties, Node current) const {
    for (const Offer wish : wishes_[current].of) {
      if (wish == kNoOffer || would_take(ties, current, wish)) return wish;
    }
    return kNoOffer;
  }

  template <class Ties>
  Wishes<kListed> read_list_of_takers(const Ties& ties, Node v) const {
    Wishes<kListed> wishes{};
    for (EdgeIndex e = graph_.begin(v); e < graph_.end(v); ++e) {
      const Offer wish = graph_.word(e);
      if (better_offer(ties, v, wish, wishes.of[kListed - 1]) && would_take(ties, v, wish)) {
        insert(ties, v, wish, &wishes);
      }
    }
    return wishes;
  }

  const graph::WeightSpans true_weights_;
  Buffer<Wishes<kListed>> wishes_;
  Buffer<std::uint32_t> matched_bits_;
  Buffer<Node> live_[2];  // nodes that still look for a partner
  std::int64_t next_count_ = 0;
  Buffer<Offer> best_offer_;
  const Progress progress_;
};

constexpr EdgeIndex kManyEdges = 32;  // above this mean degree, nodes remember 4 neighbors, not 2

}  // namespace

std::unique_ptr<Engine> make_rounds(const graph::View& graph, const Options& options,
                                    DeviceWeights::Inexact inexact) {
  if (graph.numEdges() > kManyEdges * graph.numNodes) {
    return std::make_unique<Rounds<4>>(graph, options, inexact);
  }
  return std::make_unique<Rounds<2>>(graph, options, inexact);
}

}  // namespace handshake::suitor
