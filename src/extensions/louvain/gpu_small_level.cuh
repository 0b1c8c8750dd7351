// All passes over a small level in one launch. All blocks of the launch run at the same time.
#pragma once

#include "extensions/louvain/gpu_decide.cuh"
#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_move.cuh"

namespace handshake::louvain {

// Every block waits until all blocks have arrived. Afterwards each block can read the data that
// other blocks wrote.
__device__ inline void wait_for_grid(PassState* state) {
  __syncthreads();
  if (gridDim.x > 1 && threadIdx.x == 0) {
    __threadfence();
    const unsigned long long before = atomicAdd(&state->arrived, 1ull);
    const unsigned long long all = (before / gridDim.x + 1) * gridDim.x;
    while (read_shared_word(&state->arrived) < all) {
    }
    __threadfence();
  }
  __syncthreads();
}

// Makes the sub-rounds of a pass, in the same steps as decide_gpu, judge_hubs_gpu and move_gpu.
template <class InputWeight, class Value>
struct SmallPass {
  Decision<InputWeight, Value> decision;
  const SubRound* rounds;  // of all colors
  HubTables<Value> hubs;

  // *before is the previous sub-round, or null.
  __device__ void sub_round(const SubRound& now, DecidingBlock<Value>* deciding,
                            MovingBlock* moving, unsigned long long* edges,
                            unsigned long long* changed, const SubRound** before) {
    LevelCommunities& c = decision.c;
    int blocks = 0;
    for (const int of_class : now.blocks) blocks += of_class;
    if (blocks == 0) return;
    if (*before != nullptr) take_over(c, **before);
    if (decision.rules.colors == 1) wait_for_grid(c.state);
    decision.color = now.color;
    const int first = static_cast<int>(blockIdx.x), step = static_cast<int>(gridDim.x);
    for (int i = first; i < blocks; i += step) *edges += deciding->run(decision, now, i, hubs);
    wait_for_grid(c.state);
    for (int i = first; i < now.blocks[kHubs]; i += step) {
      judge_chunk(decision, now, i, hubs, deciding->of_warp, &deciding->is_last);
    }
    if (now.blocks[kHubs] > 0) wait_for_grid(c.state);
    for (int i = first; i < blocks; i += step) {
      *changed += moving->run(decision.level, c, decision.rules.colors, now, i, hubs);
    }
    wait_for_grid(c.state);
    Node* const read = c.of_node;
    c.of_node = c.next;
    c.next = read;
    *before = &now;
  }
};

// All blocks must be able to run at the same time. Must be launched after the kernels that put the
// nodes into their first communities.
template <class InputWeight, class Value>
__global__ void __launch_bounds__(kPassThreads)
    improve_small_gpu(SmallPass<InputWeight, Value> pass, int passes) {
  __shared__ DecidingBlock<Value> deciding;
  __shared__ MovingBlock moving;
  const LevelCommunities& c = pass.decision.c;
  const Node nodes = pass.decision.level.nodes;
  const GpuRules<Value>& rules = pass.decision.rules;
  const SubRound* before = nullptr;
  deciding.start();
  unsigned long long edges = 0;
  for (int number = 0; number <= passes; ++number) {  // pass 0 only adds up squares of strengths
    unsigned long long changed = 0;
    moving.start();
    for (int color = 0; number > 0 && color < rules.colors; ++color) {
      pass.sub_round(pass.rounds[color], &deciding, &moving, &edges, &changed, &before);
    }
    moving.finish(changed, c.state);
    add_squares<Value>(c, nodes);
    wait_for_grid(c.state);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
      end_pass(c.state, read_shared_word(&c.state->inside), rules.gains, number == 0);
    }
    wait_for_grid(c.state);
    if (read_shared_word(&c.state->keep)) {
      for_each_of_grid(nodes, [&](std::int64_t v) { c.best[v] = c.of_node[v]; });
    }
    if (read_shared_word(&c.state->stop)) break;
  }
  deciding.finish(edges, c.state);
}

}  // namespace handshake::louvain
