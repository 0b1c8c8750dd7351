// Orders the directed edges of a few consecutive nodes by source, then by neighbor. Of several
// edges to the same neighbor, only the heaviest is kept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake {

// Edges in any order. Their source nodes are numbered from 0 here.
template <class Weight>
struct LooseEdges {
  Node numNodes = 0;
  std::int64_t size = 0;
  const std::uint16_t* sources = nullptr;  // [size]
  const Node* neighbors = nullptr;         // [size]
  const Weight* weights = nullptr;         // [size]
};

// Works in its own memory, and uses this memory again for the next edges. So each thread needs its
// own object.
template <class Weight>
class RowSorter {
 public:
  // Sorts a copy of the edges. Afterwards the caller's edges are no longer needed.
  void sort(const LooseEdges<Weight>& loose) {
    collect_rows(loose);
    size_ = 0;
    conflicts_ = 0;
    const Edge* begin = edges_.data();
    for (std::int64_t& rowEnd : rowEnds_) {
      const Edge* const end = edges_.data() + rowEnd;
      finish_row(begin, end);
      rowEnd = size_;
      begin = end;
    }
  }

  std::int64_t size() const { return size_; }            // directed edges that remain
  std::int64_t conflicts() const { return conflicts_; }  // merged edges that had different weights

  // Copies the rows to the arrays, from `start` on. ends[v] becomes the end of the row of node v.
  void write(EdgeIndex start, Node* neighbors, Weight* weights, EdgeIndex* ends) const {
    for (std::int64_t e = 0; e < size_; e++) {
      neighbors[start + e] = edges_[e].neighbor;
      weights[start + e] = edges_[e].weight;
    }
    for (std::size_t v = 0; v < rowEnds_.size(); v++) ends[v] = start + rowEnds_[v];
  }

 private:
  struct Edge {
    Node neighbor;
    Weight weight;
  };
  struct IsBefore {
    bool operator()(const Edge& a, const Edge& b) const { return a.neighbor < b.neighbor; }
  };

  static void make_room(std::int64_t size, Buffer<Edge>* edges) {
    if (static_cast<std::size_t>(size) > edges->size())
      *edges = Buffer<Edge>(static_cast<std::size_t>(size));
  }

  // Replaces each count by the sum of all counts before it.
  template <class Counts>
  static void counts_to_starts(Counts* counts) {
    std::int64_t start = 0;
    for (auto& count : *counts) {
      const std::int64_t next = start + count;
      count = static_cast<std::decay_t<decltype(count)>>(start);
      start = next;
    }
  }

  // Puts the edges of each node next to each other; they keep their order.
  void collect_rows(const LooseEdges<Weight>& loose) {
    make_room(loose.size, &edges_);
    rowEnds_.assign(static_cast<std::size_t>(loose.numNodes), 0);
    for (std::int64_t e = 0; e < loose.size; e++) rowEnds_[loose.sources[e]]++;
    counts_to_starts(&rowEnds_);
    for (std::int64_t e = 0; e < loose.size; e++)
      edges_[rowEnds_[loose.sources[e]]++] = {loose.neighbors[e], loose.weights[e]};
  }

  // Appends a row, sorted and without duplicates, to the result at the start of edges_. The result
  // is never longer than the rows that it is made from, so it does not overwrite the next rows.
  void finish_row(const Edge* begin, const Edge* end) {
    Edge* const kept = edges_.data() + size_;
    // Files are often sorted; then the rows are sorted already.
    if (rises(begin, end)) {
      if (kept != begin) std::copy(begin, end, kept);
      size_ += end - begin;
      return;
    }
    const std::int64_t size = end - begin;
    make_room(size, &row_);
    sort_row(begin, end);
    merge_row(size);
  }

  static bool rises(const Edge* begin, const Edge* end) {
    const std::int64_t size = end - begin;  // 0 if both pointers are null
    for (std::int64_t e = 1; e < size; e++)
      if (begin[e].neighbor <= begin[e - 1].neighbor) return false;
    return true;
  }

  // Writes the edges of a row to row_, sorted by neighbor. A long row is first distributed over
  // bins; each bin has a range of neighbors. If the neighbors are spread evenly, each bin gets few
  // edges, and little is left to sort.
  void sort_row(const Edge* begin, const Edge* end) {
    if (end - begin <= 12) {
      std::copy(begin, end, row_.data());
      return sort_by_insertion(end - begin);
    }
    constexpr std::int64_t kMaxBins = 1 << 13;
    constexpr std::int64_t kBinsPerEdge = 4;
    Node first = begin->neighbor;
    Node last = first;
    for (const Edge* edge = begin; edge < end; edge++) {
      first = std::min(first, edge->neighbor);
      last = std::max(last, edge->neighbor);
    }
    const std::int64_t wanted = std::min(kBinsPerEdge * (end - begin), kMaxBins);
    int shift = 0;
    while ((last - first) >> shift >= wanted) shift++;
    const auto bin_of = [&](const Edge& edge) { return (edge.neighbor - first) >> shift; };
    bins_.assign(static_cast<std::size_t>((last - first) >> shift) + 1, 0);
    for (const Edge* edge = begin; edge < end; edge++) bins_[bin_of(*edge)]++;
    const std::int64_t fullest = *std::max_element(bins_.begin(), bins_.end());
    counts_to_starts(&bins_);
    for (const Edge* edge = begin; edge < end; edge++) row_[bins_[bin_of(*edge)]++] = *edge;

    constexpr std::int64_t kFew = 16;
    if (fullest <= kFew) return sort_by_insertion(end - begin);
    std::int64_t binStart = 0;
    for (const std::int64_t binEnd : bins_) {
      std::sort(row_.data() + binStart, row_.data() + binEnd, IsBefore());
      binStart = binEnd;
    }
  }

  // Sorts a row in which no edge is far from its place.
  void sort_by_insertion(std::int64_t size) {
    for (std::int64_t next = 1; next < size; next++) {
      const Edge edge = row_[next];
      std::int64_t place = next;
      for (; place > 0 && edge.neighbor < row_[place - 1].neighbor; place--)
        row_[place] = row_[place - 1];
      if (place != next) row_[place] = edge;
    }
  }

  void merge_row(std::int64_t size) {
    Edge* const kept = edges_.data();
    for (std::int64_t e = 0; e < size;) {
      Edge heaviest = row_[e];
      bool conflict = false;
      for (e++; e < size && row_[e].neighbor == heaviest.neighbor; e++) {
        conflict |= row_[e].weight != heaviest.weight;
        heaviest.weight = std::max(heaviest.weight, row_[e].weight);
      }
      kept[size_++] = heaviest;
      conflicts_ += conflict;
    }
  }

  std::int64_t size_ = 0;
  std::int64_t conflicts_ = 0;
  std::vector<std::int64_t> rowEnds_;  // [numNodes]
  std::vector<std::int64_t> bins_;
  Buffer<Edge> edges_;
  Buffer<Edge> row_;
};

}  // namespace handshake
