// Decides which kernel reads which lists.
#pragma once

#include <algorithm>

#include "extensions/b_matching/gpu_list_stream.cuh"

namespace handshake::b_matching {

constexpr int kBlocksPerProcessor = 8;

// How many blocks to launch: enough for `lanes` threads per node, with kRoundThreads threads per
// block, but at most kBlocksPerProcessor blocks per multiprocessor.
inline int blocks(const GpuPart& part, std::int64_t lanes = 1) {
  const std::int64_t nodes = part.view.end - part.view.begin;
  const std::int64_t most = std::int64_t{part.processors} * kBlocksPerProcessor;
  return static_cast<int>(std::min(most, nodes * lanes / kRoundThreads + 1));
}

// K: how many neighbors a node keeps.
template <int K, TieRule kRule>
class Fill {
 public:
  // How many neighbors fit into the registers of a thread that reads a short list alone. If K is
  // too large, or if ties depend on degrees, no thread reads a list alone, and the value is 0.
  static constexpr int kInRegisters = kRule != TieRule::kDegree && K <= kMostInRegisters ? K : 0;

  explicit Fill(const Layout& layout) : layout_(layout) {}

  // The first fill, for all nodes: single threads read the short lists, and put the nodes with
  // longer lists into queues.
  void first(GpuPart& part) const {
    const cudaStream_t stream = part.stream.get();
    CUDA_CHECK(
        cudaMemsetAsync(part.counts.data(), 0, part.counts.size() * sizeof(QueueCounts), stream));
    const auto kernel = part.lists ? fill_first_gpu<0, kRule> : fill_first_gpu<kInRegisters, kRule>;
    kernel<<<blocks(part), kFillThreads, 0, stream>>>(part.view, part.fill_of(0),
                                                      part.sorted_lists());
    CUDA_CHECK(cudaGetLastError());
    if (part.lists) short_lists<true>(part, part.fill_of(0));
  }
  void first_long(GpuPart& part) const {
    long_lists(part, part.fill_of(0), true, false);
    if (!layout_.has_sorted_lists) return;
    with_lists(part, part.sorted_lists(),
               [&](const BPart& view, const NodeQueue& queue, auto stream) {
                 sort_lists_gpu<kRule>
                     <<<blocks(part, kFillThreads), kFillThreads, 0, stream>>>(view, queue);
               });
  }

  // Reads short lists, with one thread per node. Does nothing if kInRegisters is 0.
  template <bool kIsFirst = false>
  void short_lists(GpuPart& part, const FillQueues& queues) const {
    if constexpr (kInRegisters > 0) {
      with_lists(part, queues.few, [&](const BPart& view, const NodeQueue& queue, auto stream) {
        fill_short_gpu<K, kRule, kIsFirst>
            <<<blocks(part), kFillThreads, 0, stream>>>(view, queue, queues.many);
      });
    } else {
      (void)part, (void)queues;
    }
  }

  // Reads long lists: a warp, a block or several blocks handle each node. If `also_few` is true,
  // warps also read the short lists.
  void long_lists(GpuPart& part, const FillQueues& queues, bool is_first, bool also_few) const {
    const auto by_warps = [&](const BPart& view, const NodeQueue& few, const NodeQueue& many,
                              auto stream) {
      fill_by_warps_gpu<kRule>
          <<<blocks(part, kWarpSize), kFillThreads, 0, stream>>>(view, is_first, few, many);
    };
    const NodeQueue few = also_few ? queues.few : NodeQueue{};
    if (part.lists) {
      for (const NodeQueue& queue : {few, queues.many}) {
        if (queue.nodes == nullptr) continue;
        part.lists->read(part, queue, [&](const BPart& view, const NodeQueue& batch, auto stream) {
          by_warps(view, {}, batch, stream);
        });
      }
    } else if (layout_.has_long_lists || also_few) {
      by_warps(part.view, few, queues.many, part.stream.get());
      CUDA_CHECK(cudaGetLastError());
    }
    if (layout_.has_hubs) hubs(part, queues.hubs, is_first, 1);
    if (layout_.has_giants) hubs(part, queues.giants, is_first, part.lists ? 1 : kBlocksOfGiant);
  }

 private:
  // Reads the lists of hubs or giants; `together` blocks share a node.
  void hubs(GpuPart& part, const NodeQueue& nodes, bool is_first, int together) const {
    with_lists(part, nodes, [&](const BPart& view, const NodeQueue& queue, auto stream) {
      const dim3 grid(std::max(blocks(part, kHubThreads) / together, 1), together);
      fill_hubs_gpu<kRule>
          <<<grid, kHubThreads, 0, stream>>>(view, is_first, queue, part.together());
    });
  }

  // Calls launch(view, nodes, stream) once, or once per batch if lists come from the host.
  template <class Launch>
  static void with_lists(GpuPart& part, const NodeQueue& queue, const Launch& launch) {
    if (part.lists) {
      part.lists->read(part, queue, launch);
    } else {
      launch(part.view, queue, part.stream.get());
      CUDA_CHECK(cudaGetLastError());
    }
  }

  const Layout& layout_;
};

}  // namespace handshake::b_matching
