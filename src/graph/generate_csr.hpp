// Builds a graph from a list of node pairs, or from a function that visits the neighbors of a node.
// Every step that visits all nodes or edges uses all threads. Without OpenMP, the same code runs
// serially.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "graph/parallel.hpp"
#include "graph/places.hpp"

namespace handshake {

constexpr int kAllThreads = 0;

constexpr std::int64_t kRowsPerBlock = 1024;

// offsets[i] = counts[0] + .. + counts[i - 1], for i = 0 .. counts.size().
Buffer<EdgeIndex> offsets_of_counts(const Buffer<std::uint32_t>& counts);

struct NodePair {
  Node a = 0;
  Node b = 0;  // a == b means "no edge"
};

// Directed edges, grouped by ranges of rows. A bucket holds the edges of one range. Its rows fit
// into a cache, so sorting them is fast. The pairs are divided into parts. First, the edges of each
// part are counted by bucket. Then all parts can be written at the same time, because each
// part has its own places in the buckets.
class EdgeBuckets {
 public:
  EdgeBuckets(Node numNodes, std::int64_t num_pairs);

  // pair_of(i) is called twice for each i; this needs less memory than storing the pairs.
  template <class PairOf>
  void fill(const PairOf& pair_of) {
    visit_edges(pair_of, [&](std::int64_t& place, Node, Node) { ++place; });
    bucket_starts_ = turn_counts_into_places(places_.data(), num_parts_, num_buckets_);
    ends_ = Buffer<Node>(2 * bucket_starts_.back());
    visit_edges(pair_of, [&](std::int64_t& place, Node row, Node neighbor) {
      ends_[2 * place] = row;
      ends_[2 * place + 1] = neighbor;
      ++place;
    });
  }

  // Returns the rows, each in rising order and without duplicates. Afterwards the buckets are
  // empty.
  CsrGraph take_rows();

 private:
  // Calls visit(place, row, neighbor) for both directions of all edges. places_ has an
  // element for each pair of a part and a bucket. `place` is the element for the part that contains
  // the edge, and for the bucket that contains the row.
  template <class PairOf, class Visit>
  void visit_edges(const PairOf& pair_of, const Visit& visit) {
    for_each_part(num_parts_, kAllThreads, [&](std::int64_t part) {
      std::int64_t* places = places_.data() + part * num_buckets_;
      const std::int64_t end = std::min(num_pairs_, (part + 1) * pairs_per_part_);
      for (std::int64_t i = part * pairs_per_part_; i < end; ++i) {
        const NodePair pair = pair_of(i);
        if (pair.a == pair.b) continue;
        visit(places[pair.a >> bucket_shift_], pair.a, pair.b);
        visit(places[pair.b >> bucket_shift_], pair.b, pair.a);
      }
    });
  }
  void sort_bucket(std::int64_t bucket, Buffer<std::uint32_t>& degrees);
  Node first_row(std::int64_t bucket) const;

  Node numNodes_;
  std::int64_t num_pairs_;
  int bucket_shift_;  // the bucket of a row is row >> bucket_shift_
  std::int64_t num_buckets_;
  std::int64_t num_parts_;
  std::int64_t pairs_per_part_;
  Buffer<std::int64_t> places_;              // [part][bucket]: a count, later the next free place
  std::vector<std::int64_t> bucket_starts_;  // [num_buckets_ + 1]
  Buffer<Node> ends_;                        // row and neighbor of each directed edge
};

// The simple undirected graph of pair_of(0) .. pair_of(num_pairs - 1), without weights.
template <class PairOf>
CsrGraph csr_from_pairs(Node numNodes, std::int64_t num_pairs, const PairOf& pair_of) {
  EdgeBuckets buckets(numNodes, num_pairs);
  buckets.fill(pair_of);
  return buckets.take_rows();
}

// visit_row(v, visit) must call visit(u) once for each neighbor u of v, in any order. If u is a
// neighbor of v, v must be a neighbor of u. visit_row is called twice for each node.
template <class VisitRow>
CsrGraph csr_from_rows(Node numNodes, const VisitRow& visit_row) {
  Buffer<std::uint32_t> degrees(numNodes);
  for_each_number(numNodes, kRowsPerBlock, kAllThreads, [&](std::int64_t v) {
    std::uint32_t degree = 0;
    visit_row(static_cast<Node>(v), [&](Node) { ++degree; });
    degrees[v] = degree;
  });
  CsrGraph graph;
  graph.numNodes = numNodes;
  graph.offsets = offsets_of_counts(degrees);
  graph.neighbors = Buffer<Node>(graph.numEdges());
  for_each_number(numNodes, kRowsPerBlock, kAllThreads, [&](std::int64_t v) {
    Node* end = graph.neighbors.data() + graph.offsets[v];
    visit_row(static_cast<Node>(v), [&](Node u) { *end++ = u; });
    std::sort(graph.neighbors.data() + graph.offsets[v], end);
  });
  return graph;
}

}  // namespace handshake
