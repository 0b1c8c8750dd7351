// The steps of a scan on several threads. In each step, all threads read what the steps before it
// have written, and no element is written by two threads without an atomic operation.
#include "extensions/common/improve.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "extensions/common/improve_faults.hpp"
#include "extensions/common/matched_graph.hpp"
#include "extensions/common/team.hpp"
#include "graph/generate_bits.hpp"
#include "graph/progress.hpp"
#include "matching/tie_rule.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kPart = 512;  // nodes that a thread takes at a time

template <class T>
T load(const T& word) {
  return __atomic_load_n(&word, __ATOMIC_RELAXED);
}
template <class T>
void store(T* word, T value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

// A list to which several threads add nodes, in any order: no step depends on the order.
class Nodes {
 public:
  explicit Nodes(Node most) : nodes_(most) {}
  void add(const Node* nodes, std::int64_t count) {
    const std::int64_t to = __atomic_fetch_add(&count_, count, __ATOMIC_RELAXED);
    std::copy(nodes, nodes + count, nodes_.begin() + to);
  }
  void clear() { count_ = 0; }
  std::int64_t size() const { return count_; }
  Node operator[](std::int64_t i) const { return nodes_[i]; }

 private:
  Buffer<Node> nodes_;
  std::int64_t count_ = 0;
};

template <class Weights>
class Improver {
  using Graph = MatchedGraph<Weights>;
  using Weight = typename Graph::Weight;
  using PathOf = Path<typename Graph::Gain>;

 public:
  Improver(const graph::View& graph, const Weights& weights, Node* matches)
      : nodes_(graph.numNodes),
        graph_(graph, weights, matches),
        matches_(matches),
        paths_(nodes_),
        claims_(nodes_),
        looks_in_(nodes_),
        changed_in_(nodes_),
        live_(nodes_),
        winners_(nodes_),
        losers_(nodes_) {}

  int run(const ImproveOptions& options) {
    const int threads =
        threads_for(nodes_ + std::int64_t(graph_.neighbors.size()), options.threads);
    const Progress progress;
    Team first(threads);
    first.run([&] { begin(&first); });
    check_start();
    while (scan_ <= options.scans) {
      Team team(threads);
      team.run([&] { find_and_apply(&team); });
      if (found_ == 0) break;
      match_free_nodes();
      progress.report(double(scan_) / options.scans);
      ++scan_;
    }
    return scan_ - 1;
  }

 private:
  // If there is a fault, this function writes nothing for the caller, and check_start() throws.
  void begin(Team* team) {
    for_each(team, graph_.neighbors.size(), [&](std::int64_t e) {
      if (!is_allowed(graph_.weights[e])) lower(&first_fault_[0], e);
    });
    for_each(team, nodes_, [&](std::int64_t v) {
      const EdgeIndex edge = matches_[v] < 0 ? -1 : graph_.edge_to_partner(Node(v));
      if (matches_[v] >= 0 && edge < 0) lower(&first_fault_[1], v);
      graph_.pair_weight[v] = edge < 0 ? Weight{0} : graph_.weights[edge];
      claims_[v] = 0;
      looks_in_[v] = 1;
      changed_in_[v] = 0;
    });
    if (first_fault_[0] != kNone || first_fault_[1] != kNone) return;
    for_each(team, nodes_, [&](std::int64_t v) {
      if (graph_.pair_weight[v] < 0) graph_.free(Node(v));
    });
  }

  static void lower(std::int64_t* number, std::int64_t value) {
    std::int64_t seen = load(*number);
    while (value < seen && !__atomic_compare_exchange_n(number, &seen, value, false,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }

  void check_start() const {
    if (const EdgeIndex e = first_fault_[0]; e != kNone) {
      const EdgeIndex* const after =
          std::upper_bound(graph_.offsets.begin(), graph_.offsets.end(), e);
      refuse_weight<Weight>(after - graph_.offsets.begin() - 1, graph_.neighbors[e]);
    }
    if (const auto v = Node(std::min<std::int64_t>(first_fault_[1], nodes_)); v != nodes_) {
      refuse_partner(v, matches_[v]);
    }
  }

  template <class Visit>
  static void for_each(Team* team, std::int64_t size, const Visit& visit) {
    team->share(size, kPart, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) visit(i);
    });
  }

  // Puts all numbers 0 .. size - 1 that are chosen into the list.
  template <class Choose>
  static void collect(Team* team, std::int64_t size, Nodes* list, const Choose& choose) {
    team->wait([&] { list->clear(); });
    team->share(size, kPart, [&](std::int64_t begin, std::int64_t end) {
      Node chosen[kPart];
      int count = 0;
      for (std::int64_t i = begin; i < end; ++i) {
        if (const Node v = choose(i); v >= 0) chosen[count++] = v;
      }
      list->add(chosen, count);
    });
  }

  // ---- step 1: every center looks for its best path

  void find_and_apply(Team* team) {
    collect(team, nodes_, &live_, [&](std::int64_t v) { return find_path(Node(v)) ? v : -1; });
    team->wait([&] { found_ = live_.size(); });
    for (int round = 0; round < kClaimRounds; ++round) {
      claim_and_apply(team, (scan_ - 1) * kClaimRounds + round + 1);
    }
    for_each(team, nodes_, [&](std::int64_t v) {
      if (changed_in_[v] == scan_) wake_neighbors(Node(v));
    });
    collect(team, nodes_, &live_, [&](std::int64_t v) { return may_match(Node(v)) ? v : -1; });
  }

  // A center has no path if neither its nodes nor their neighbors have changed since it last looked,
  // and if it has not lost a path. So it need not look again.
  bool find_path(Node u) {
    const Node x = matches_[u];
    if (x >= 0 && x < u) return false;
    if (looks_in_[u] != scan_ && (x < 0 || looks_in_[x] != scan_)) return false;
    paths_[u] = graph_.best_path(u, x);
    return paths_[u].gain > 0;
  }

  // ---- step 2: paths claim their nodes

  // Visits each node that the path of u changes, some of them twice.
  template <class Visit>
  void for_each_node(Node u, const Visit& visit) const {
    for (const Node end : {u, paths_[u].of_u, paths_[u].of_x}) {
      if (end < 0) continue;
      visit(end);
      if (matches_[end] >= 0) visit(matches_[end]);
    }
  }

  void claim_and_apply(Team* team, int round) {
    for_each(team, live_.size(), [&](std::int64_t i) {
      for_each_node(live_[i], [&](Node v) { claim(v, live_[i], round); });
    });
    const auto owns_all = [&](Node u) {
      bool owns = true;
      for_each_node(u, [&](Node v) { owns &= claims_[v] == claim_of(u, round); });
      return owns;
    };
    collect(team, live_.size(), &winners_,
            [&](std::int64_t i) { return owns_all(live_[i]) ? live_[i] : -1; });
    for_each(team, winners_.size(), [&](std::int64_t i) { apply(winners_[i]); });
    collect(team, live_.size(), &losers_, [&](std::int64_t i) {
      store(&looks_in_[live_[i]], next_scan());
      return is_unchanged(live_[i]) ? live_[i] : -1;
    });
    team->wait([&] { std::swap(live_, losers_); });
  }

  // A claim on a node: its round and the path. Claims of earlier rounds do not count.
  static std::uint64_t claim_of(Node u, int round) {
    return std::uint64_t(round) << 32 | static_cast<std::uint32_t>(u);
  }

  void claim(Node v, Node u, int round) {
    const std::uint64_t mine = claim_of(u, round);
    std::uint64_t seen = load(claims_[v]);
    while (seen >> 32 != mine >> 32 || goes_first(u, Node(seen & 0xffffffffu))) {
      if (__atomic_compare_exchange_n(&claims_[v], &seen, mine, false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
        return;
      }
    }
  }

  bool goes_first(Node u, Node other) const {
    if (paths_[u].gain != paths_[other].gain) return paths_[u].gain > paths_[other].gain;
    return mix_bits(u) > mix_bits(other);
  }

  // Only this path owns the nodes that it changes.
  void apply(Node u) {
    const Node x = matches_[u], a = paths_[u].of_u, b = paths_[u].of_x;
    const Node touched[] = {u, x, a, partner_of(a), b, partner_of(b)};
    for (const Node v : touched) {
      if (v < 0) continue;
      graph_.free(v);
      changed_in_[v] = std::uint8_t(scan_);
    }
    if (a >= 0) graph_.join(u, a);
    if (b >= 0) graph_.join(x, b);
  }

  Node partner_of(Node v) const { return v < 0 ? -1 : matches_[v]; }

  // If a node has not changed, its partner has not changed either.
  bool is_unchanged(Node u) const {
    const PathOf& path = paths_[u];
    return changed_in_[u] != scan_ && (path.of_u < 0 || changed_in_[path.of_u] != scan_) &&
           (path.of_x < 0 || changed_in_[path.of_x] != scan_);
  }

  // ---- step 3: nodes without partners

  std::uint8_t next_scan() const { return std::uint8_t(scan_ + 1); }

  void wake_neighbors(Node v) {
    store(&looks_in_[v], next_scan());
    for (EdgeIndex e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
      store(&looks_in_[graph_.neighbors[e]], next_scan());
    }
  }

  // Does an edge of positive weight join v and another node without a partner? A node that is not to
  // look again has no such edge.
  bool may_match(Node v) const {
    if (matches_[v] >= 0 || looks_in_[v] != next_scan()) return false;
    for (EdgeIndex e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
      if (matches_[graph_.neighbors[e]] < 0 && graph_.weights[e] > 0) return true;
    }
    return false;
  }

  // The greedy algorithm on the nodes of live_. They are few after the first scan, so one thread is
  // enough.
  void match_free_nodes() {
    struct Edge {
      Weight weight;
      Node u, v;
    };
    std::vector<Edge> edges;
    for (std::int64_t i = 0; i < live_.size(); ++i) {
      const Node u = live_[i];
      for (EdgeIndex e = graph_.offsets[u]; e < graph_.offsets[u + 1]; ++e) {
        const Node v = graph_.neighbors[e];
        if (u < v && matches_[v] < 0 && graph_.weights[e] > 0)
          edges.push_back({graph_.weights[e], u, v});
      }
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      if (a.weight != b.weight) return a.weight > b.weight;
      return edge_hash(a.u, a.v) > edge_hash(b.u, b.v);
    });
    for (const Edge& edge : edges) {
      if (matches_[edge.u] >= 0 || matches_[edge.v] >= 0) continue;
      graph_.join(edge.u, edge.v);
      wake_neighbors(edge.u);
      wake_neighbors(edge.v);
    }
  }

  const Node nodes_;
  Graph graph_;
  Node* const matches_;
  Buffer<PathOf> paths_;  // of the smaller node of each center
  Buffer<std::uint64_t> claims_;
  Buffer<std::uint8_t> looks_in_;    // the last scan in which a node is to look for a path
  Buffer<std::uint8_t> changed_in_;  // the last scan in which a node got or lost a partner
  Nodes live_, winners_, losers_;    // paths
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  std::int64_t first_fault_[2] = {kNone, kNone};  // a weight; a partner
  int scan_ = 1;
  std::int64_t found_ = 0;
};

}  // namespace

void check_scans(int scans) {
  if (scans >= 0 && scans <= kMostScans) return;
  throw InputError(
      "quality", 0,
      std::to_string(scans) + " is not a number from 0 to " + std::to_string(kMostScans));
}

int improve(const graph::View& graph, const ImproveOptions& options, Node* matches) {
  check_scans(options.scans);
  if (graph.numNodes == 0 || options.scans == 0) return 0;
  return std::visit(
      [&](const auto& weights) {
        using Weights = std::decay_t<decltype(weights)>;
        return Improver<Weights>(graph, weights, matches).run(options);
      },
      graph.weights);
}

}  // namespace handshake
