// The functions of generate_csr.hpp that are not templates.
#include "graph/generate_csr.hpp"

namespace handshake {

// Works in blocks, so that all threads can take part. Computes the sum of each block, then the
// offset of each block, then the offsets inside each block.
Buffer<EdgeIndex> offsets_of_counts(const Buffer<std::uint32_t>& counts) {
  constexpr std::int64_t kBlock = 1 << 16;
  const auto size = static_cast<std::int64_t>(counts.size());
  const std::int64_t blocks = (size + kBlock - 1) / kBlock;
  Buffer<EdgeIndex> block_offsets(blocks + 1);
  for_each_part(blocks, kAllThreads, [&](std::int64_t block) {
    EdgeIndex sum = 0;
    const std::int64_t end = std::min(size, (block + 1) * kBlock);
    for (std::int64_t i = block * kBlock; i < end; ++i) sum += counts[i];
    block_offsets[block + 1] = sum;
  });
  block_offsets[0] = 0;
  for (std::int64_t block = 0; block < blocks; ++block) {
    block_offsets[block + 1] += block_offsets[block];
  }
  Buffer<EdgeIndex> offsets(size + 1);
  for_each_part(blocks, kAllThreads, [&](std::int64_t block) {
    EdgeIndex sum = block_offsets[block];
    const std::int64_t end = std::min(size, (block + 1) * kBlock);
    for (std::int64_t i = block * kBlock; i < end; ++i) {
      offsets[i] = sum;
      sum += counts[i];
    }
  });
  offsets[size] = block_offsets[blocks];
  return offsets;
}

EdgeBuckets::EdgeBuckets(Node numNodes, std::int64_t num_pairs)
    : numNodes_(numNodes), num_pairs_(num_pairs), bucket_shift_(0) {
  // There are many buckets, so that no bucket gets most edges of a skewed graph. But there are not
  // too many: the cache of a core can hold one cache line of each bucket.
  constexpr std::int64_t kMostBuckets = 2048;
  constexpr std::int64_t kMostParts = 512;
  constexpr std::int64_t kFewestPairsPerPart = 65536;
  while (numNodes > (kMostBuckets << bucket_shift_)) ++bucket_shift_;
  num_buckets_ = ((numNodes - 1) >> bucket_shift_) + 1;
  pairs_per_part_ = std::max(kFewestPairsPerPart, num_pairs / kMostParts + 1);
  num_parts_ = (num_pairs + pairs_per_part_ - 1) / pairs_per_part_;
  places_ = Buffer<std::int64_t>(num_parts_ * num_buckets_);
  std::fill(places_.begin(), places_.end(), 0);
}

Node EdgeBuckets::first_row(std::int64_t bucket) const {
  return static_cast<Node>(std::min<std::int64_t>(numNodes_, bucket << bucket_shift_));
}

// Writes the sorted neighbors of all rows, one row after the other, to the beginning of the bucket.
void EdgeBuckets::sort_bucket(std::int64_t bucket, Buffer<std::uint32_t>& degrees) {
  const std::int64_t start = bucket_starts_[bucket];
  const std::int64_t size = bucket_starts_[bucket + 1] - start;
  const Node first = first_row(bucket);
  const Node end = first_row(bucket + 1);
  Node* const edges = ends_.data() + 2 * start;
  // While `rows` is filled, row_ends[i] is the place in it for the next neighbor of row first + i.
  // Afterwards, it is the end of this row.
  Buffer<std::int64_t> row_ends(end - first + 1);
  std::fill(row_ends.begin(), row_ends.end(), 0);
  for (std::int64_t e = 0; e < size; ++e) ++row_ends[edges[2 * e] - first + 1];
  for (Node row = first; row < end; ++row) row_ends[row - first + 1] += row_ends[row - first];
  Buffer<Node> rows(size);
  for (std::int64_t e = 0; e < size; ++e) {
    rows[row_ends[edges[2 * e] - first]++] = edges[2 * e + 1];
  }
  Node* output = edges;
  for (Node row = first; row < end; ++row) {
    Node* row_begin = rows.data() + (row == first ? 0 : row_ends[row - first - 1]);
    Node* row_end = rows.data() + row_ends[row - first];
    std::sort(row_begin, row_end);
    Node* const output_end = std::unique_copy(row_begin, row_end, output);
    degrees[row] = static_cast<std::uint32_t>(output_end - output);
    output = output_end;
  }
}

CsrGraph EdgeBuckets::take_rows() {
  Buffer<std::uint32_t> degrees(numNodes_);
  for_each_part(num_buckets_, kAllThreads,
                [&](std::int64_t bucket) { sort_bucket(bucket, degrees); });
  CsrGraph graph;
  graph.numNodes = numNodes_;
  graph.offsets = offsets_of_counts(degrees);
  graph.neighbors = Buffer<Node>(graph.numEdges());
  for_each_part(num_buckets_, kAllThreads, [&](std::int64_t bucket) {
    const EdgeIndex begin = graph.offsets[first_row(bucket)];
    const EdgeIndex end = graph.offsets[first_row(bucket + 1)];
    std::copy_n(ends_.data() + 2 * bucket_starts_[bucket], end - begin,
                graph.neighbors.data() + begin);
  });
  ends_ = Buffer<Node>();
  return graph;
}

}  // namespace handshake
