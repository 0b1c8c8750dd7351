// Which kernel reads which lists.
#pragma once

#include <algorithm>

#include "extensions/b_matching/gpu_part.cuh"

namespace handshake {

constexpr int kBlocksPerProcessor = 8;

// A thread for every node, `lanes` times; as many as have room at the same time.
inline int blocks(const GpuPart& part, std::int64_t lanes = 1) {
  const std::int64_t nodes = part.view.end - part.view.begin;
  const std::int64_t most = std::int64_t{part.processors} * kBlocksPerProcessor;
  return static_cast<int>(std::min(most, nodes * lanes / kRoundThreads + 1));
}

// K: neighbors that a node keeps.
template <int K, TieRule kRule>
class Fill {
 public:
  // A thread alone reads a short list if its registers have room and the index decides between ties.
  static constexpr int kInRegisters = kRule == TieRule::kIndex && K <= kMostInRegisters ? K : 0;

  explicit Fill(const Layout& layout) : layout_(layout) {}

  // The first time, for all nodes: threads read the short lists and fill the queues of the others.
  void first(GpuPart& part) const {
    const cudaStream_t stream = part.stream.get();
    CUDA_CHECK(
        cudaMemsetAsync(part.counts.data(), 0, part.counts.size() * sizeof(QueueCounts), stream));
    fill_first_gpu<kInRegisters><<<blocks(part), kFillThreads, 0, stream>>>(
        part.view, part.fill_of(0), part.sorted_lists());
  }
  void first_long(GpuPart& part) const {
    long_lists(part, part.fill_of(0), true, false);
    if (!layout_.has_sorted_lists) return;
    sort_lists_gpu<kRule><<<blocks(part, kFillThreads), kFillThreads, 0, part.stream.get()>>>(
        part.view, part.sorted_lists());
  }

  // Nodes with short lists get a thread each, if that is the way for this problem.
  void short_lists(GpuPart& part, const FillQueues& queues) const {
    if constexpr (kInRegisters > 0) {
      fill_short_gpu<K><<<blocks(part), kFillThreads, 0, part.stream.get()>>>(part.view, queues.few,
                                                                              queues.many);
    } else {
      (void)part, (void)queues;
    }
  }

  // A whole warp, or block, for each of the nodes that are left to them.
  void long_lists(GpuPart& part, const FillQueues& queues, bool is_first, bool also_few) const {
    const cudaStream_t stream = part.stream.get();
    if (layout_.has_long_lists || also_few) {
      fill_by_warps_gpu<kRule><<<blocks(part, kWarpSize), kFillThreads, 0, stream>>>(
          part.view, is_first, also_few ? queues.few : NodeQueue{}, queues.many);
      CUDA_CHECK(cudaGetLastError());
    }
    if (layout_.has_hubs) {
      fill_hubs_gpu<kRule>
          <<<blocks(part, kHubThreads), kHubThreads, 0, stream>>>(part.view, is_first, queues.hubs);
      CUDA_CHECK(cudaGetLastError());
    }
  }

 private:
  const Layout& layout_;
};

}  // namespace handshake
