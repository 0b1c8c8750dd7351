// The data of a stage of the paper's algorithms: a graph, buckets of nodes or communities, and
// tables in global memory. A table is in global memory only if it does not fit into shared memory.
#pragma once

#include <algorithm>
#include <vector>

#include "extensions/common/copies.cuh"
#include "extensions/louvain/paper_kernels.cuh"

namespace handshake::louvain {

constexpr long long kUnlimited = 1ll << 62;
constexpr std::int64_t kGlobalSlots = 1 << 25;  // total slots of all tables in global memory

struct PaperStage {
  Node nodes = 0;
  EdgeIndex edges = 0;
  DeviceArray<EdgeIndex> offsets;
  DeviceArray<Node> neighbors;
  DeviceArray<std::int64_t> weights;
  DeviceArray<Weight> loops, strengths;

  PaperView view() const {
    return {nodes,          offsets.data(), neighbors.data(),
            weights.data(), loops.data(),   strengths.data()};
  }
};

struct PaperBucket {
  DeviceArray<Node> list;
  int size = 0;
};

// The tables in global memory, for nodes or communities of the last bucket.
struct PaperTables {
  DeviceArray<Node> communities;
  DeviceArray<unsigned long long> weights;
  std::int64_t room = 0;
  int blocks = 0;
};

template <class T>
T last_of(const DeviceArray<T>& array) {
  T value;
  CUDA_CHECK(
      cudaMemcpy(&value, array.data() + array.size() - 1, sizeof value, cudaMemcpyDeviceToHost));
  return value;
}

// "The vertices in group seven are initially sorted by degree." Returns the largest size_of(v).
template <class SizeOf>
std::int64_t sort_bucket(PaperBucket* bucket, const SizeOf& size_of) {
  if (bucket->size == 0) return 0;
  std::vector<Node> list(bucket->size);
  const std::size_t bytes = list.size() * sizeof(Node);
  CUDA_CHECK(cudaMemcpy(list.data(), bucket->list.data(), bytes, cudaMemcpyDeviceToHost));
  std::sort(list.begin(), list.end(), [&](Node a, Node b) {
    return size_of(a) != size_of(b) ? size_of(a) > size_of(b) : a < b;
  });
  CUDA_CHECK(cudaMemcpy(bucket->list.data(), list.data(), bytes, cudaMemcpyHostToDevice));
  return size_of(list.front());
}

// The GPU, and the sizes that tables may have.
class PaperDevice {
 public:
  PaperDevice() { CUDA_CHECK(cudaGetDeviceProperties(&device_, 0)); }

  int blocks_for(std::int64_t items, std::int64_t per_block = kPaperThreads) const {
    const std::int64_t most = 32 * std::int64_t{device_.multiProcessorCount};
    return static_cast<int>(std::clamp<std::int64_t>((items + per_block - 1) / per_block, 1, most));
  }
  Primes primes() const { return {sizes_gpu_.data(), static_cast<int>(sizes_.size())}; }

  // In the words of the paper, "the size of the global memory is fixed". So there may be fewer
  // tables than nodes: then a block handles several nodes, one after the other.
  PaperTables global_tables(int served, std::int64_t largest) const {
    PaperTables tables;
    if (served == 0) return tables;
    tables.room =
        *std::upper_bound(sizes_.begin(), sizes_.end(), 3 * largest / 2,
                          [](std::int64_t wanted, unsigned size) { return wanted < size; });
    tables.blocks = static_cast<int>(std::clamp<std::int64_t>(
        kGlobalSlots / tables.room, 1, std::min(served, 8 * device_.multiProcessorCount)));
    tables.communities = DeviceArray<Node>(tables.room * tables.blocks);
    tables.weights = DeviceArray<unsigned long long>(tables.room * tables.blocks);
    return tables;
  }

 private:
  const std::vector<unsigned> sizes_ = table_sizes();
  const DeviceArray<unsigned> sizes_gpu_ = on_device<unsigned>(sizes_);
  cudaDeviceProp device_{};
};

}  // namespace handshake::louvain
