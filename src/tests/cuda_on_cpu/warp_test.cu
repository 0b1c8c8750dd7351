// Operations among the lanes of a warp, and cooperative groups, which use these operations.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

#include "device_array.cuh"

namespace cg = cooperative_groups;

__global__ void shuffles(int* o) {
  const int lane = threadIdx.x;
  o[lane] = __shfl_sync(~0u, lane * 10, 5);
  o[32 + lane] = __shfl_up_sync(~0u, lane, 3);
  o[64 + lane] = __shfl_down_sync(~0u, lane, 3);
  o[96 + lane] = __shfl_xor_sync(~0u, lane, 1);
  o[128 + lane] = __shfl_sync(~0u, lane, 1, 8);
  o[160 + lane] = __shfl_down_sync(~0u, lane, 2, 8);
  o[192 + lane] = __shfl_sync(~0u, lane, lane + 1);
}

TEST(Shuffle, ReadsTheValueOfAnotherLane) {
  DeviceArray<int> d(7 * 32);
  shuffles<<<1, 32>>>(d);
  const std::vector<int> o = d.values();
  for (int lane = 0; lane < 32; lane++) {
    EXPECT_EQ(o[lane], 50);
    EXPECT_EQ(o[32 + lane], lane < 3 ? lane : lane - 3);
    EXPECT_EQ(o[64 + lane], lane > 28 ? lane : lane + 3);
    EXPECT_EQ(o[96 + lane], lane ^ 1);
    EXPECT_EQ(o[128 + lane], lane / 8 * 8 + 1);
    EXPECT_EQ(o[160 + lane], lane % 8 < 6 ? lane + 2 : lane);
    EXPECT_EQ(o[192 + lane], (lane + 1) % 32);
  }
}

template <class T>
__global__ void shuffle_of(T* o, T base) {
  o[threadIdx.x] = __shfl_xor_sync(0xffffffffu, base + T(threadIdx.x), 31);
}
template <class T>
void expect_shuffled(T base) {
  DeviceArray<T> d(64);
  shuffle_of<<<1, 64>>>(d.get(), base);
  EXPECT_EQ(d.value(0), base + T(31));
  EXPECT_EQ(d.value(63), base + T(32));
}

TEST(Shuffle, TakesEveryArithmeticType) {
  expect_shuffled<int>(-7);
  expect_shuffled<unsigned>(7);
  expect_shuffled<long long>(-(1ll << 40));
  expect_shuffled<unsigned long long>(1ull << 63);
  expect_shuffled<float>(0.5f);
  expect_shuffled<double>(-1.25);
}

__global__ void votes(unsigned* o) {
  const int lane = threadIdx.x;
  const unsigned ballot = __ballot_sync(~0u, lane % 3 == 0);
  const int any = __any_sync(~0u, lane == 31), none = __any_sync(~0u, lane == 32);
  const int all = __all_sync(~0u, lane < 32), not_all = __all_sync(~0u, lane < 31);
  if (lane == 9) {
    o[0] = ballot;
    o[1] = any != 0;
    o[2] = none != 0;
    o[3] = all != 0;
    o[4] = not_all != 0;
  }
  __syncwarp();
}

TEST(Vote, CollectsPredicates) {
  DeviceArray<unsigned> d(5);
  votes<<<1, 32>>>(d);
  EXPECT_EQ(d.values(), (std::vector<unsigned>{0x49249249u, 1, 0, 1, 0}));
}

__global__ void active(unsigned* o) {
  if (threadIdx.x < 7) o[threadIdx.x] = __activemask();
}

TEST(Activemask, NamesTheLanesThatTookTheBranch) {
  DeviceArray<unsigned> d(7);
  active<<<1, 32>>>(d);
  EXPECT_EQ(d.values(), std::vector<unsigned>(7, 0x7fu));
}

__global__ void half_warps(int* o) {
  const int lane = threadIdx.x & 31;
  const unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
  int v = lane;
  if (lane < 16)
    for (int d = 8; d; d /= 2) v += __shfl_xor_sync(mask, v, d, 16);
  else
    for (int d = 8; d; d /= 2) v += __shfl_xor_sync(mask, v, d, 16);
  o[threadIdx.x] = v;
}

TEST(Mask, LetsTheHalvesOfAWarpWorkSeparately) {
  DeviceArray<int> d(64);
  half_warps<<<1, 64>>>(d);
  EXPECT_EQ(d.value(0), 120);
  EXPECT_EQ(d.value(63), 376);
}

__global__ void matches(unsigned* o) {
  int same = -1;
  o[threadIdx.x] = __match_any_sync(~0u, threadIdx.x % 3);
  const unsigned all = __match_all_sync(~0u, 7.5, &same);
  if (threadIdx.x == 0) {
    o[32] = all;
    o[33] = same;
  }
  const unsigned none = __match_all_sync(~0u, (int)threadIdx.x, &same);
  if (threadIdx.x == 0) {
    o[34] = none;
    o[35] = same;
  }
}

TEST(MatchFunctions, FindLanesWithTheSameValue) {
  DeviceArray<unsigned> d(36);
  matches<<<1, 32>>>(d);
  const std::vector<unsigned> o = d.values();
  EXPECT_EQ(o[0], 0x49249249u);
  EXPECT_EQ(o[1], 0x92492492u);
  EXPECT_EQ(o[32], ~0u);
  EXPECT_NE(o[33], 0u);
  EXPECT_EQ(o[34], 0u);
  EXPECT_EQ(o[35], 0u);
}

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__global__ void reductions(int* o) {
  const int lane = threadIdx.x;
  const int sum = __reduce_add_sync(~0u, lane), low = __reduce_min_sync(~0u, lane - 16);
  const int high = __reduce_max_sync(~0u, lane - 16);
  const unsigned unsigned_high = __reduce_max_sync(~0u, (unsigned)(lane - 16));
  const unsigned both = __reduce_and_sync(~0u, 0xf0u | lane),
                 any = __reduce_or_sync(~0u, 1u << lane);
  const unsigned parity = __reduce_xor_sync(~0u, (unsigned)lane + 1);
  if (lane == 3) {
    o[0] = sum;
    o[1] = low;
    o[2] = high;
    o[3] = unsigned_high;
    o[4] = both;
    o[5] = any;
    o[6] = parity;
  }
}

TEST(Reduction, CombinesTheValuesOfAllLanes) {
  DeviceArray<int> d(7);
  reductions<<<1, 32>>>(d);
  EXPECT_EQ(d.values(), (std::vector<int>{496, -16, 15, -1, 0xf0, -1, 32}));
}
#endif

__global__ void with_missing_lanes(int* o) {
  int v = threadIdx.x;
  for (int d = 16; d; d /= 2) v = max(v, __shfl_xor_sync(0xfffu, v, d % 4));
  o[threadIdx.x] = v;
}

TEST(Mask, MayNameTheLanesOfAWarpThatIsNotFull) {
  DeviceArray<int> d(12);
  with_missing_lanes<<<1, 12>>>(d);
  EXPECT_EQ(d.value(0), 3);
}

__global__ void exchange_in_shared_memory(int* o) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  const int v = s[t ^ 1];
  __syncwarp();
  s[t] = v * 2;
  __syncwarp();
  o[t] = s[(t & ~31) | ((t + 1) & 31)];
}

TEST(Syncwarp, OrdersAccessesToSharedMemory) {
  DeviceArray<int> d(64);
  exchange_in_shared_memory<<<1, 64>>>(d);
  EXPECT_EQ(d.value(0), 0);
  EXPECT_EQ(d.value(1), 6);
}

__global__ void tiles(int* o) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int v = tile.thread_rank();
  for (int d = tile.size() / 2; d > 0; d /= 2) v += tile.shfl_down(v, d);
  block.sync();
  if (tile.thread_rank() == 0) o[block.thread_rank() / 16] = v;
  auto small = cg::tiled_partition<4>(tile);
  const unsigned ballot = small.ballot(small.thread_rank() == 2);
  const int sum = cg::reduce(small, (int)block.thread_rank(), cg::plus<int>());
  const int any = tile.any(block.thread_rank() == 3);
  if (block.thread_rank() == 9) {
    o[4] = ballot;
    o[5] = sum;
    o[6] = small.meta_group_rank();
    o[7] = any;
  }
}

__device__ int sum_of(const cg::thread_group& group, int* room, int value) {
  for (int half = group.size() / 2; half > 0; half /= 2) {
    room[group.thread_rank()] = value;
    group.sync();
    if (group.thread_rank() < half) value += room[group.thread_rank() + half];
    group.sync();
  }
  return value;
}

__global__ void groups(int* o) {
  __shared__ int room[64];
  const cg::thread_group block = cg::this_thread_block();
  const int all = sum_of(block, room, 1);
  const cg::thread_group tile = cg::tiled_partition(block, 16);
  const int part = sum_of(tile, room + threadIdx.x / 16 * 16, threadIdx.x);
  if (block.thread_rank() == 0) o[0] = all;
  if (tile.thread_rank() == 0) o[1 + threadIdx.x / 16] = part;
  if (threadIdx.x % 3 != 0) return;
  const cg::thread_group some = cg::coalesced_threads();
  if (threadIdx.x == 33) o[5] = some.size();
  const cg::thread_group four = cg::tiled_partition(some, 4);
  if (threadIdx.x == 48) o[6] = four.thread_rank() + 10 * four.size();
}

TEST(ThreadGroup, MayBeABlockOrSomeLanesOfAWarp) {
  DeviceArray<int> d(7);
  groups<<<1, 64>>>(d);
  EXPECT_EQ(d.values(), (std::vector<int>{64, 120, 376, 632, 888, 11, 41}));
}

TEST(Tile, SplitsABlock) {
  DeviceArray<int> d(8);
  tiles<<<1, 64>>>(d);
  const std::vector<int> o = d.values();
  EXPECT_EQ(o[3], 120);
  EXPECT_EQ(o[4], 4);
  EXPECT_EQ(o[5], 8 + 9 + 10 + 11);
  EXPECT_EQ(o[7], 1);
}

__global__ void coalesced(int* counter, int* o) {
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, (int)group.size());
    first = group.shfl(first, 0);
    o[first + group.thread_rank()] = 1;
  }
}

TEST(CoalescedGroup, LetsOneLaneAddForTheWholeGroup) {
  DeviceArray<int> counter(1), o(64);
  coalesced<<<1, 64>>>(counter, o);
  EXPECT_EQ(counter.value(0), 22);
  const std::vector<int> values = o.values();
  for (int i = 0; i < 64; i++) EXPECT_EQ(values[i], i < 22);
}

__global__ void ranks(unsigned long long* o) {
  cg::grid_group grid = cg::this_grid();
  o[grid.thread_rank()] = grid.thread_rank() * 1000 + grid.size();
}

TEST(Grid, GivesEveryThreadARank) {
  DeviceArray<unsigned long long> d(24);
  ranks<<<dim3(2, 3), 4>>>(d);
  EXPECT_EQ(d.value(23), 23024u);
}

__global__ void sum_of_grid(int* o) {
  const cg::grid_group grid = cg::this_grid();
  const int rank = (int)grid.thread_rank();
  o[rank] = rank;
  if (grid.is_valid()) grid.sync();
  if (rank == 0) o[0] = grid.is_valid() ? o[63] : -1;
}

TEST(Grid, HasABarrierOnlyInACooperativeLaunch) {
  DeviceArray<int> d(64);
  int* o = d;
  void* arguments[] = {&o};
  sum_of_grid<<<1, 64>>>(d);
  EXPECT_EQ(d.value(0), -1);
  ASSERT_EQ(cudaLaunchCooperativeKernel((void*)sum_of_grid, 1, 64, arguments, 0, 0), cudaSuccess);
  EXPECT_EQ(d.value(0), 63);
}
