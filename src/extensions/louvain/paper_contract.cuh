// Algorithm 3 of the paper: the graph of the communities.
#pragma once

#include <array>

#include "extensions/louvain/paper_stage.cuh"

namespace handshake::louvain {

// bucCSize: bucket k (k = 1, 2, ..) has the communities in which the sum of the degrees is above
// element k - 1 of this array, and at most element k.
constexpr std::array<long long, 4> kCommunityBuckets = {-1, 127, 479, kUnlimited};

class PaperContraction {
 public:
  explicit PaperContraction(const PaperDevice& device) : device_(device) {}

  // Afterwards, new_id[c] is the node that community c becomes, if c is not empty.
  PaperStage contract(const PaperStage& stage, const Node* community,
                      DeviceArray<int>* new_id) const {
    const Node nodes = stage.nodes;
    const int blocks = device_.blocks_for(nodes);
    const auto room = static_cast<std::size_t>(nodes) + 1;
    DeviceArray<int> com_size(nodes), vertex_start(room);
    DeviceArray<long long> com_degree(nodes), edge_pos(room);
    DeviceArray<std::int64_t> scratch(scan_scratch(nodes));
    CUDA_CHECK(cudaMemset(com_size.data(), 0, nodes * sizeof(int)));          // line 2
    CUDA_CHECK(cudaMemset(com_degree.data(), 0, nodes * sizeof(long long)));  // line 3
    count_members_gpu<<<blocks, kPaperThreads>>>(stage.view(), community, com_size.data(),
                                                 com_degree.data());  // lines 4 to 6
    *new_id = DeviceArray<int>(room);
    mark_communities_gpu<<<blocks, kPaperThreads>>>(com_size.data(), nodes, new_id->data());
    exclusive_scan(new_id->data(), nodes, new_id->data(), scratch.data());        // line 12
    exclusive_scan(com_degree.data(), nodes, edge_pos.data(), scratch.data());    // 13 and 14
    exclusive_scan(com_size.data(), nodes, vertex_start.data(), scratch.data());  // 15 and 16
    DeviceArray<Node> com(nodes);
    gather_members_gpu<<<blocks, kPaperThreads>>>(community, nodes, vertex_start.data(),
                                                  com.data());  // lines 17 to 19
    CUDA_CHECK(cudaGetLastError());

    PaperStage next;
    next.nodes = last_of(*new_id);
    DeviceArray<Node> neighbors(stage.edges);
    DeviceArray<std::int64_t> weights(stage.edges);
    DeviceArray<int> lengths(next.nodes);
    next.loops = DeviceArray<Weight>(next.nodes);
    next.strengths = DeviceArray<Weight>(next.nodes);
    const Merging m{community,         com.data(),      vertex_start.data(), com_size.data(),
                    com_degree.data(), edge_pos.data(), new_id->data(),      neighbors.data(),
                    weights.data(),    lengths.data(),  next.loops.data(),   next.strengths.data()};
    for (int k = 1; k < static_cast<int>(kCommunityBuckets.size()); ++k) {  // line 20
      merge_bucket(stage, m, k, com_degree);
    }
    compress(m, nodes, lengths, &next, scratch.data());
    return next;
  }

 private:
  // Lines 21 to 23.
  void merge_bucket(const PaperStage& stage, const Merging& m, int k,
                    const DeviceArray<long long>& com_degree) const {
    PaperBucket bucket;
    bucket.list = DeviceArray<Node>(stage.nodes);
    DeviceArray<int> size(1);
    CUDA_CHECK(cudaMemset(size.data(), 0, sizeof(int)));
    partition_by_size_gpu<<<device_.blocks_for(stage.nodes), kPaperThreads>>>(
        m.com_degree, m.com_size, stage.nodes, kCommunityBuckets[k - 1], kCommunityBuckets[k],
        bucket.list.data(), size.data());
    CUDA_CHECK(cudaGetLastError());
    bucket.size = last_of(size);
    if (bucket.size == 0) return;
    const int blocks = device_.blocks_for(bucket.size, k == 1 ? kPaperThreads / kWarpSize : 1);
    if (k == 1) {
      merge_communities_gpu<kWarpSize, 191><<<blocks, kPaperThreads>>>(
          stage.view(), m, bucket.list.data(), bucket.size, device_.primes());
    } else if (k == 2) {
      merge_communities_gpu<kPaperThreads, 719><<<blocks, kPaperThreads>>>(
          stage.view(), m, bucket.list.data(), bucket.size, device_.primes());
    } else {
      const Buffer<long long> degrees = on_host(com_degree);
      const auto largest = sort_bucket(&bucket, [&](Node c) { return degrees[c]; });
      PaperTables tables = device_.global_tables(bucket.size, largest);
      merge_large_communities_gpu<<<tables.blocks, kPaperThreads>>>(
          stage.view(), m, bucket.list.data(), bucket.size, device_.primes(),
          tables.communities.data(), tables.weights.data(), tables.room);
      CUDA_CHECK(cudaDeviceSynchronize());  // the tables are freed after this line
    }
    CUDA_CHECK(cudaGetLastError());
  }

  void compress(const Merging& m, Node nodes, const DeviceArray<int>& lengths, PaperStage* next,
                std::int64_t* scratch) const {
    next->offsets = DeviceArray<EdgeIndex>(static_cast<std::size_t>(next->nodes) + 1);
    exclusive_scan(lengths.data(), next->nodes, next->offsets.data(), scratch);
    next->edges = last_of(next->offsets);
    next->neighbors = DeviceArray<Node>(next->edges);
    next->weights = DeviceArray<std::int64_t>(next->edges);
    compress_gpu<<<device_.blocks_for(nodes, 4), kPaperThreads>>>(
        m, nodes, next->offsets.data(), next->neighbors.data(), next->weights.data());
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());  // the merged rows are freed after this line
  }

  const PaperDevice& device_;
};

}  // namespace handshake::louvain
