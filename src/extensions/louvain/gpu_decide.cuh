// The kernels in which the nodes of a sub-round choose their next communities.
#pragma once

#include "extensions/louvain/gpu_decide_hub.cuh"
#include "extensions/louvain/gpu_level_kernels.cuh"

namespace handshake::louvain {

// Calls visit(v) for the nodes that move in a sub-round, with one thread per node.
template <class Visit>
__device__ inline void for_each_mover(const SubRound& round, const Visit& visit) {
  for (int i = 0; i < kClasses; ++i) {
    const Segment& segment = round.of_class[i];
    const int batch = i < kTileClasses ? nodes_of_batch(i, round.rounds) : 1;
    for_each_of_grid(segment.size, [&](std::int64_t at) {
      if (segment.moved[at / batch] >> (at % batch) & 1) visit(segment.nodes[at]);
    });
  }
}

// Copies the moves of the previous sub-round to the array `next`, which does not contain them yet.
__device__ inline void take_over(const LevelCommunities& c, const SubRound& before) {
  for_each_mover(before, [&](Node v) { c.next[v] = c.of_node[v]; });
}

static __global__ void take_over_gpu(LevelCommunities c, SubRound before) {
  if (!c.state->stop) take_over(c, before);
}

// The shared memory that a block needs for decisions. The table room() is empty before and after
// the work on each node.
template <class Value>
struct DecidingBlock {
  static constexpr int kWords = kSumWords<Value>;
  static constexpr unsigned kSlots = kPassWarps * kSlotsOfWarp;
  Node keys[kSlots];
  unsigned sums[kWords * kSlots];
  int lanes[kPassThreads];
  Choice<Value> of_warp[kPassWarps];
  unsigned long long scanned, to_own;
  int is_last;

  __device__ GpuTable<kWords> room() { return {keys, sums, sums + (kWords - 1) * kSlots, kSlots}; }
  __device__ void start() {
    room().clear(static_cast<int>(threadIdx.x), kPassThreads);
    if (threadIdx.x == 0) scanned = 0;
    __syncthreads();
  }

  // Does the work of block `number` of a sub-round. Returns this thread's share of the number of
  // edges that were read.
  template <class InputWeight>
  __device__ unsigned long long run(const Decision<InputWeight, Value>& decision,
                                    const SubRound& now, int number, const HubTables<Value>& hubs) {
    unsigned long long edges = 0;
    by_class(now, number, [&](int i, int block) {
      if (i == 0) edges = run_warps<0>(decision, now, block);
      if (i == 1) edges = run_warps<1>(decision, now, block);
      if (i == 2) edges = run_warps<2>(decision, now, block);
      if (i == 3) edges = run_warps<3>(decision, now, block);
      if (i == 4) edges = run_warps<4>(decision, now, block);
      if (i == 5) {
        edges = decide_by_block(decision, now.of_class[i], block, room(), of_warp, &to_own);
      }
      if (i == kHubs) edges = add_up_chunk(decision, now, block, hubs, room());
    });
    return edges;
  }

  __device__ void finish(unsigned long long edges, PassState* state) {
    edges = warp_sum(edges);
    if (lane_of_thread() == 0 && edges > 0) atomicAdd(&scanned, edges);
    __syncthreads();
    if (threadIdx.x == 0 && scanned > 0) atomicAdd(&state->scanned, scanned);
  }

  template <int kClass, class InputWeight>
  __device__ unsigned long long run_warps(const Decision<InputWeight, Value>& decision,
                                          const SubRound& now, int block) {
    const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
    const std::int64_t batch = std::int64_t{block} * kPassWarps + warp;
    if (batch * nodes_of_batch(kClass, now.rounds) >= now.of_class[kClass].size) return 0;
    return decide_batch<kClass>(decision, now, batch,
                                room().part(warp * kSlotsOfWarp, kSlotsOfWarp),
                                lanes + warp * kWarpSize);
  }
};

// The nodes of `before` have another color than those of `now`, or `before` is empty. So no element
// of `next` is written twice. The launch bounds limit the registers of each thread, so that more
// blocks are resident, which saves time.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads, sizeof(Value) == 8 ? 6 : 4)
    decide_gpu(Decision<InputWeight, Value> decision, SubRound now, SubRound before,
               HubTables<Value> hubs) {
  __shared__ DecidingBlock<Value> block;
  if (decision.c.state->stop) return;
  take_over(decision.c, before);
  block.start();
  block.finish(block.run(decision, now, static_cast<int>(blockIdx.x), hubs), decision.c.state);
}

// Launched after decide_gpu, with one block for every kEdgesOfBlock edges of a hub.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    judge_hubs_gpu(Decision<InputWeight, Value> decision, SubRound now, HubTables<Value> hubs) {
  __shared__ Choice<Value> of_warp[kPassWarps];
  __shared__ int is_last;
  if (decision.c.state->stop) return;
  judge_chunk(decision, now, static_cast<int>(blockIdx.x), hubs, of_warp, &is_last);
}

}  // namespace handshake::louvain
