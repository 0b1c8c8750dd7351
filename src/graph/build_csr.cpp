// Makes the graph in compressed sparse rows from a list of edges in any order.
//
// The nodes are divided into buckets. Each bucket has nodes with consecutive numbers, and its edges
// fit into the cache of a core. The edges are read twice: first to count how many edges each bucket
// gets, then to put them into their buckets. The buckets are consecutive parts of the final arrays.
// So the last step only orders the edges inside each bucket, and removes duplicates.
#include "graph/build_csr.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "graph/build_csr_rows.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

constexpr std::int64_t kEdgesPerBucket = 1 << 16;
constexpr std::int64_t kMaxBuckets = 1 << 12;  // with more buckets, the first step is slow
constexpr int kMaxShift = 16;                  // the index of a node in its bucket is a uint16_t

// Assigns the final places of the edges, bucket by bucket. Before a thread calls take(), it copies
// the edges of its bucket to its own memory. take() waits until the edges of all earlier buckets
// have also been copied. The final places of a bucket's edges are never after the bucket's end,
// so no edge that is still needed is overwritten.
class Queue {
 public:
  EdgeIndex take(std::int64_t bucket, std::int64_t numEdges) {
    while (turn_.load(std::memory_order_acquire) != bucket) {
      if (gaveUp_.load(std::memory_order_relaxed)) throw std::bad_alloc();
      std::this_thread::yield();
    }
    const EdgeIndex place = end_;
    end_ += numEdges;
    turn_.store(bucket + 1, std::memory_order_release);
    return place;
  }
  // Called by a thread that cannot take its turn because memory ran out.
  void give_up() { gaveUp_.store(true, std::memory_order_relaxed); }

 private:
  std::atomic<std::int64_t> turn_{0};
  std::atomic<bool> gaveUp_{false};
  EdgeIndex end_ = 0;  // used only by the thread whose turn it is
};

template <class Weight>
class CsrBuilder {
 public:
  CsrBuilder(Node numNodes, EdgeSource<Weight>& edges, int threads)
      : numNodes_(numNodes),
        source_(edges),
        threads_(edges.most_edges() < kEdgesPerBucket ? 1 : thread_count(threads)) {}

  CsrGraph build(ReadReport& report) {
    count(report);
    fill_buckets();
    sort_buckets(report);
    CsrGraph graph;
    graph.numNodes = numNodes_;
    graph.offsets = std::move(offsets_);
    graph.neighbors = std::move(neighbors_);
    graph.weights = std::move(weights_);
    return graph;
  }

 private:
  using Edge = WeightedEdge<Weight>;

  void choose_buckets(std::int64_t numEdges) {
    const std::int64_t wanted =
        std::clamp(2 * numEdges / kEdgesPerBucket, std::int64_t{1}, kMaxBuckets);
    while (shift_ < kMaxShift && numNodes_ >> shift_ >= wanted) shift_++;
    numBuckets_ = numNodes_ == 0 ? 0 : ((numNodes_ - 1) >> shift_) + 1;
  }

  // Counts the directed edges that each part of the source puts into each bucket. Then computes
  // where each part writes its first edge in each bucket.
  void count(ReadReport& report) {
    choose_buckets(source_.most_edges());
    places_.resize(static_cast<std::size_t>(source_.num_parts()));
    std::atomic<std::int64_t> edges{0};
    std::atomic<std::int64_t> loops{0};
    for_each_part(source_.num_parts(), threads_, [&](std::int64_t part) {
      std::vector<std::int64_t> counts(static_cast<std::size_t>(numBuckets_));
      std::int64_t loopsHere = 0;
      source_.visit(part, Need::ends, [&](const Edge* batch, int size) {
        for (int i = 0; i < size; i++) {
          const bool isLoop = batch[i].src == batch[i].dst;
          loopsHere += isLoop;
          counts[batch[i].src >> shift_] += !isLoop;
          counts[batch[i].dst >> shift_] += !isLoop;
        }
        edges += size;
      });
      loops += loopsHere;
      places_[part] = std::move(counts);
    });
    source_.check();
    report.entries += edges;
    report.selfLoops += loops;

    bucketStarts_.push_back(0);
    std::int64_t place = 0;
    for (std::int64_t bucket = 0; bucket < numBuckets_; bucket++) {
      for (std::vector<std::int64_t>& counts : places_)
        counts[bucket] = std::exchange(place, place + counts[bucket]);
      bucketStarts_.push_back(place);
    }
  }

  // Edges that wait to be written to a bucket. An edge for place p waits at index p % kBlock, until
  // a whole block can be written. Without these blocks, a thread would write to three arrays in
  // each of many buckets, and a core does not have enough cache lines for this.
  static constexpr std::int64_t kBlock = 16;
  struct WaitingEdge {
    Node neighbor;
    std::uint16_t source;
    Weight weight;
  };

  void fill_buckets() {
    const std::size_t size = static_cast<std::size_t>(bucketStarts_.back());
    neighbors_ = Buffer<Node>(size);
    weights_ = Buffer<Weight>(size);
    sources_ = Buffer<std::uint16_t>(size);
    for_each_part(source_.num_parts(), threads_, [this](std::int64_t part) { fill_from(part); });
    source_.check();
  }

  void fill_from(std::int64_t part) {
    const std::vector<std::int64_t> starts = places_[part];
    Buffer<WaitingEdge> waiting(static_cast<std::size_t>(numBuckets_ * kBlock));
    // Copies of members, because the compiler can keep local variables in registers.
    std::int64_t* const places = places_[part].data();
    WaitingEdge* const blocks = waiting.data();
    const int shift = shift_;
    const auto put = [this, places, blocks, shift, &starts](Node src, Node dst, Weight weight) {
      const Node bucket = src >> shift;
      const std::int64_t place = places[bucket]++;
      WaitingEdge* const block = blocks + bucket * kBlock;
      const Node source = src - (bucket << shift);
      block[place % kBlock] = {dst, static_cast<std::uint16_t>(source), weight};
      if (place % kBlock == kBlock - 1) write_block(block, starts[bucket], place + 1);
    };
    source_.visit(part, Need::ends_and_weights, [put](const Edge* batch, int count) {
      for (int i = 0; i < count; i++) {
        const Edge edge = batch[i];
        if (edge.src == edge.dst) continue;
        put(edge.src, edge.dst, edge.weight);
        put(edge.dst, edge.src, edge.weight);
      }
    });
    for (std::int64_t bucket = 0; bucket < numBuckets_; bucket++)
      if (places[bucket] % kBlock != 0)
        write_block(blocks + bucket * kBlock, starts[bucket], places[bucket]);
    places_[part] = {};
  }

  // Writes the waiting edges of one block to their places. The last of these places is `end` - 1.
  // Places before `start` are left out, because they belong to another part.
  void write_block(const WaitingEdge* block, std::int64_t start, std::int64_t end) {
    const std::int64_t first = std::max((end - 1) / kBlock * kBlock, start);
    const WaitingEdge* const edges = block + first % kBlock;
    const std::int64_t size = end - first;
    Node* const neighbors = neighbors_.data() + first;
    std::uint16_t* const sources = sources_.data() + first;
    Weight* const weights = weights_.data() + first;
    for (std::int64_t i = 0; i < size; i++) neighbors[i] = edges[i].neighbor;
    for (std::int64_t i = 0; i < size; i++) sources[i] = edges[i].source;
    for (std::int64_t i = 0; i < size; i++) weights[i] = edges[i].weight;
  }

  void sort_buckets(ReadReport& report) {
    offsets_ = Buffer<EdgeIndex>(static_cast<std::size_t>(numNodes_) + 1);
    offsets_[0] = 0;
    std::atomic<std::int64_t> nextBucket{0};
    std::atomic<std::int64_t> conflicts{0};
    Queue places;
    for_each_part(threads_, threads_, [&](std::int64_t) {
      try {
        RowSorter<Weight> sorter;
        for (std::int64_t bucket; (bucket = nextBucket++) < numBuckets_;) {
          sorter.sort(edges_of(bucket));
          const EdgeIndex start = places.take(bucket, sorter.size());
          sorter.write(start, neighbors_.data(), weights_.data(),
                       offsets_.data() + (bucket << shift_) + 1);
          conflicts += sorter.conflicts();
        }
      } catch (...) {
        places.give_up();
        throw;
      }
    });
    sources_ = {};
    const std::int64_t kept = offsets_[numNodes_];
    report.duplicates += (bucketStarts_.back() - kept) / 2;
    report.conflicts += conflicts / 2;
    neighbors_.truncate(static_cast<std::size_t>(kept));
    weights_.truncate(static_cast<std::size_t>(kept));
  }

  LooseEdges<Weight> edges_of(std::int64_t bucket) const {
    const std::int64_t start = bucketStarts_[bucket];
    LooseEdges<Weight> edges;
    edges.numNodes =
        static_cast<Node>(std::min(std::int64_t{1} << shift_, numNodes_ - (bucket << shift_)));
    edges.size = bucketStarts_[bucket + 1] - start;
    edges.sources = sources_.data() + start;
    edges.neighbors = neighbors_.data() + start;
    edges.weights = weights_.data() + start;
    return edges;
  }

  Node numNodes_;
  EdgeSource<Weight>& source_;
  int threads_;
  int shift_ = 0;
  std::int64_t numBuckets_ = 0;
  std::vector<std::vector<std::int64_t>> places_;  // [part][bucket] the place of the next edge
  std::vector<std::int64_t> bucketStarts_;         // [numBuckets_ + 1]
  Buffer<EdgeIndex> offsets_;
  Buffer<Node> neighbors_;
  Buffer<Weight> weights_;
  Buffer<std::uint16_t> sources_;
};

template <class Weight>
class EdgeArray : public EdgeSource<Weight> {
 public:
  EdgeArray(const WeightedEdge<Weight>* edges, std::int64_t size) : edges_(edges), size_(size) {}

  std::int64_t num_parts() const override { return (size_ + kPart - 1) / kPart; }
  std::int64_t most_edges() const override { return size_; }
  void check() override {}
  void visit(std::int64_t part, Need, const typename EdgeSource<Weight>::Sink& sink) override {
    const std::int64_t start = part * kPart;
    sink(edges_ + start, static_cast<int>(std::min(kPart, size_ - start)));
  }

 private:
  static constexpr std::int64_t kPart = std::int64_t{1} << 22;

  const WeightedEdge<Weight>* edges_;
  std::int64_t size_;
};

}  // namespace

template <class Weight>
CsrGraph build_csr(Node numNodes, EdgeSource<Weight>& edges, int threads, ReadReport& report) {
  return CsrBuilder<Weight>(numNodes, edges, threads).build(report);
}

template <class Weight>
CsrGraph build_csr(Node numNodes, const WeightedEdge<Weight>* edges, std::int64_t numEdges,
                   int threads, ReadReport& report) {
  EdgeArray<Weight> source(edges, numEdges);
  return build_csr(numNodes, source, threads, report);
}

template CsrGraph build_csr(Node, EdgeSource<std::int32_t>&, int, ReadReport&);
template CsrGraph build_csr(Node, EdgeSource<float>&, int, ReadReport&);
template CsrGraph build_csr(Node, EdgeSource<double>&, int, ReadReport&);
template CsrGraph build_csr(Node, const WeightedEdge<std::int32_t>*, std::int64_t, int,
                            ReadReport&);
template CsrGraph build_csr(Node, const WeightedEdge<float>*, std::int64_t, int, ReadReport&);
template CsrGraph build_csr(Node, const WeightedEdge<double>*, std::int64_t, int, ReadReport&);

}  // namespace handshake
