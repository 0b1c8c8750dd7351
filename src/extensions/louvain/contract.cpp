// First, the nodes are sorted by community. Then each thread adds up the edges of one community at
// a time; for the largest communities, all threads work together.
#include "extensions/louvain/contract.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <limits>
#include <memory>
#include <vector>

#include "extensions/louvain/community_members.hpp"
#include "extensions/louvain/neighbor_sums.hpp"
#include "extensions/louvain/sorted_sums.hpp"
#include "graph/parallel.hpp"

namespace handshake::louvain {
namespace {

constexpr std::int64_t kCommunities = 64;  // a thread takes this many communities at once
constexpr std::int64_t kShort = 512;       // a community with more edges uses no hash table
constexpr std::int64_t kLong = 1 << 14;    // a community with more edges is a task of its own
// All threads may work together on a community with more than kShared edges (see run).
constexpr std::int64_t kShared = 1 << 18;

template <class InputWeight, class Sum>
class Contractor {
 public:
  Contractor(const LevelGraph& level, const Buffer<Node>& communities, Node count, int threads)
      : level_(level),
        neighbors_(level.neighbors.data()),
        weights_(std::get<Buffer<InputWeight>>(level.weights).data()),
        communities_(communities.data()),
        count_(count),
        threads_(threads),
        members_(members_of(communities, count, threads)),
        rows_(count),
        loops_(count),
        strengths_(count),
        sizes_(count),
        workers_(threads) {}

  Contraction run() {
    const std::int64_t shared = std::max<std::int64_t>(kShared, level_.edges() / threads_ / 4);
    count_edges();
    std::vector<Node> large;
    for (Node c = 0; c < count_; ++c) {
      if (sizes_[c] > kLong) large.push_back(c);
    }
    std::sort(large.begin(), large.end(), [&](Node a, Node b) {
      return sizes_[a] != sizes_[b] ? sizes_[a] > sizes_[b] : a < b;
    });
    std::size_t i = 0;
    for (; threads_ > 1 && i < large.size() && sizes_[large[i]] > shared; ++i) {
      add_up_together(large[i]);
    }
    add_up_others(large, i);
    Contraction made;
    made.node_of = number_nodes();
    lay_out(made.node_of, &made.graph);
    return made;
  }

 private:
  struct Entry {
    Node community;
    Sum weight;
  };
  struct Row {
    const Entry* entries = nullptr;
    std::int64_t count = 0;
  };

  // The tables in which one thread adds up edges, and the memory to which it writes rows.
  struct alignas(128) Worker {
    NeighborSums<Sum> few;
    std::unique_ptr<SortedSums<Sum>> many;
    std::deque<Buffer<Entry>> rows;
    std::size_t free = 0;

    SortedSums<Sum>& sums_of(Node communities) {
      if (!many) many = std::make_unique<SortedSums<Sum>>(communities);
      return *many;
    }
    Entry* room_for(std::size_t entries) {
      constexpr std::size_t kChunk = 1 << 15;
      if (free < entries) {
        free = std::max(kChunk, entries);
        rows.emplace_back(free);
      }
      return rows.back().data() + (rows.back().size() - free);
    }
  };

  void count_edges() {
    for_each_number(count_, 1024, threads_, [&](std::int64_t c) {
      std::int64_t edges = 0;
      Weight loops = 0, strength = 0;
      for (std::int64_t i = members_.starts[c]; i < members_.starts[c + 1]; ++i) {
        const Node v = members_.nodes[i];
        edges += level_.offsets[v + 1] - level_.offsets[v];
        loops += level_.loops[v];
        strength += level_.strengths[v];
      }
      sizes_[c] = edges;
      loops_[c] = loops;
      strengths_[c] = strength;
    });
  }

  // Adds up the edges of the communities for which one thread is enough. Communities with many
  // edges come first, the largest one at the beginning.
  void add_up_others(const std::vector<Node>& large, std::size_t first) {
    const auto alone = static_cast<std::int64_t>(large.size() - first);
    const std::int64_t parts = alone + (count_ + kCommunities - 1) / kCommunities;
    std::atomic<std::int64_t> next{0};
    for_each_part(threads_, threads_, [&](std::int64_t thread) {
      Worker& worker = workers_[thread];
      for (std::int64_t part = next++; part < parts; part = next++) {
        if (part < alone) {
          add_up(large[first + part], &worker);
          continue;
        }
        const Node begin = static_cast<Node>((part - alone) * kCommunities);
        const Node end = static_cast<Node>(std::min<std::int64_t>(count_, begin + kCommunities));
        for (Node c = begin; c < end; ++c) {
          if (sizes_[c] > 0 && sizes_[c] <= kLong) add_up(c, &worker);
        }
      }
    });
  }

  template <class Sums>
  void add_edges(std::int64_t begin, std::int64_t end, Sums* sums) const {
    for (std::int64_t i = begin; i < end; ++i) {
      const Node v = members_.nodes[i];
      for (EdgeIndex e = level_.offsets[v]; e < level_.offsets[v + 1]; ++e) {
        sums->add(communities_[neighbors_[e]], static_cast<Sum>(weights_[e]));
      }
    }
  }

  void add_up(Node c, Worker* worker) {
    Entry* const row = worker->room_for(std::min<std::int64_t>(sizes_[c], count_));
    Entry* end = row;
    const auto enter = [&](Node community, Sum weight) {
      if (community == c) {
        loops_[c] += weight;
      } else {
        *end++ = {community, weight};
      }
    };
    if (sizes_[c] <= kShort) {
      NeighborSums<Sum>& sums = worker->few;
      sums.start(std::min<std::int64_t>(sizes_[c], count_));
      add_edges(members_.starts[c], members_.starts[c + 1], &sums);
      for (std::size_t i = 0; i < sums.size(); ++i) enter(sums.community(i), sums.weight(i));
      std::sort(row, end, [](const Entry& a, const Entry& b) { return a.community < b.community; });
    } else {
      SortedSums<Sum>& sums = worker->sums_of(count_);
      add_edges(members_.starts[c], members_.starts[c + 1], &sums);
      sums.take(enter);
    }
    rows_[c] = {row, end - row};
    worker->free -= end - row;
  }

  // Each thread adds up the edges of some members of c. Then each thread takes ranges of
  // communities. For each community of a range, it adds up the sums that all threads found.
  void add_up_together(Node c) {
    std::atomic<std::int64_t> next{members_.starts[c]};
    const std::int64_t end = members_.starts[c + 1], some = (end - next) / threads_ / 16 + 1;
    for_each_part(threads_, threads_, [&](std::int64_t thread) {
      SortedSums<Sum>& sums = workers_[thread].sums_of(count_);
      for (std::int64_t i = next.fetch_add(some); i < end; i = next.fetch_add(some)) {
        add_edges(i, std::min(end, i + some), &sums);
      }
    });
    constexpr Node kRange = 4096;
    const std::int64_t ranges = (std::int64_t{count_} + kRange - 1) / kRange;
    std::vector<std::vector<Entry>> parts(ranges);
    for_each_part(ranges, threads_, [&](std::int64_t range) {
      const auto first = static_cast<Node>(range * kRange);
      const auto last = static_cast<Node>(std::min<std::int64_t>(count_, (range + 1) * kRange));
      SortedSums<Sum> all(kRange);
      for (Worker& worker : workers_) {
        worker.many->take(first, last, [&](Node d, Sum weight) { all.add(d - first, weight); });
      }
      all.take([&](Node d, Sum weight) { parts[range].push_back({first + d, weight}); });
    });
    std::size_t entries = 0;
    for (const auto& part : parts) entries += part.size();
    Entry* const row = workers_[0].room_for(entries);
    Entry* last = row;
    for (const auto& part : parts) {
      for (const Entry& entry : part) {
        if (entry.community == c) loops_[c] += entry.weight;
        if (entry.community != c) *last++ = entry;
      }
    }
    rows_[c] = {row, last - row};
    workers_[0].free -= last - row;
  }

  Buffer<Node> number_nodes() {
    Buffer<Node> node_of(count_);
    Node next = 0;
    for (Node c = 0; c < count_; ++c) {
      if (rows_[c].count > 0) node_of[c] = next++;
    }
    nodes_ = next;
    for (Node c = 0; c < count_; ++c) {
      if (rows_[c].count == 0) node_of[c] = next++;
    }
    return node_of;
  }

  void lay_out(const Buffer<Node>& node_of, LevelGraph* graph) const {
    graph->nodes = nodes_;
    Buffer<EdgeIndex> offsets(nodes_ + 1);
    graph->loops = Buffer<Weight>(nodes_);
    graph->strengths = Buffer<Weight>(nodes_);
    offsets[0] = 0;
    Weight total = 0;
    for (Node c = 0; c < count_; ++c) {
      total += strengths_[c];
      if (rows_[c].count == 0) continue;
      const Node v = node_of[c];
      offsets[v + 1] = offsets[v] + rows_[c].count;
      graph->loops[v] = loops_[c];
      graph->strengths[v] = strengths_[c];
    }
    graph->offsets = std::move(offsets);
    if (total <= std::numeric_limits<std::int32_t>::max()) {
      graph->weights = fill<std::int32_t>(node_of, graph);
    } else {
      graph->weights = fill<std::int64_t>(node_of, graph);
    }
  }

  template <class Out>
  Buffer<Out> fill(const Buffer<Node>& node_of, LevelGraph* graph) const {
    Buffer<Node> neighbors(graph->edges());
    Buffer<Out> weights(graph->edges());
    for_each_number(count_, kCommunities, threads_, [&](std::int64_t c) {
      if (rows_[c].count == 0) return;
      EdgeIndex e = graph->offsets[node_of[c]];
      for (std::int64_t i = 0; i < rows_[c].count; ++i) {
        const Entry entry = rows_[c].entries[i];
        neighbors[e] = node_of[entry.community];
        weights[e++] = static_cast<Out>(entry.weight);
      }
    });
    graph->neighbors = std::move(neighbors);
    return weights;
  }

  const LevelGraph& level_;
  const Node* neighbors_;
  const InputWeight* weights_;
  const Node* communities_;
  const Node count_;
  const int threads_;
  const Members members_;
  std::vector<Row> rows_;
  std::vector<Weight> loops_, strengths_;
  std::vector<std::int64_t> sizes_;  // [community] number of edges of its members
  std::vector<Worker> workers_;
  Node nodes_ = 0;
};

}  // namespace

Contraction contract_on_cpu(const LevelGraph& level, const Buffer<Node>& communities, Node count,
                            int threads) {
  Weight total = 0;
  for (const Weight strength : level.strengths) total += strength;
  return std::visit(
      [&](const auto& weights) {
        using InputWeight = typename std::decay_t<decltype(weights)>::value_type;
        if (total <= std::numeric_limits<std::int32_t>::max()) {
          return Contractor<InputWeight, std::int32_t>(level, communities, count, threads).run();
        }
        return Contractor<InputWeight, Weight>(level, communities, count, threads).run();
      },
      level.weights);
}

}  // namespace handshake::louvain
