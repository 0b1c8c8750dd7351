// Warp functions and cooperative groups.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int sum_of_warp(int x) {
  for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffffu, x, d);
  return x;
}

__global__ void k(int* p) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  int x = sum_of_warp(p[threadIdx.x]);
  if (tile.thread_rank() == 0) atomicAdd(p, x);
  block.sync();
  p[1] = __popc(__ballot_sync(0xffffffffu, x > 0)) + __ffs(x) + __clz(x);
}

__device__ int rank_in(cg::thread_group group) {
  group.sync();
  return group.thread_rank() + group.size();
}
__global__ void groups_of_any_kind(int* out) {
  cg::thread_group block = cg::this_thread_block();
  cg::thread_group quarter = cg::tiled_partition(block, 8);
  out[threadIdx.x] = rank_in(block) + rank_in(quarter) + rank_in(cg::tiled_partition(quarter, 4)) +
                     rank_in(cg::tiled_partition<32>(cg::this_thread_block()));
  cg::sync(block);
}
