// The copies of cooperative_groups/memcpy_async.h.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "device_array.cuh"

namespace cg = cooperative_groups;

namespace {

std::vector<int> numbers(int count) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), 1);
  return result;
}

}  // namespace

__global__ void reverse_tiles(const int* in, int* out, int n) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  for (int base = 0; base < n; base += 64) {
    const int count = min(64, n - base);
    cg::memcpy_async(block, tile, in + base, sizeof(int) * count);
    cg::wait(block);
    if ((int)block.thread_rank() < count)
      out[base + block.thread_rank()] = tile[count - 1 - block.thread_rank()];
    block.sync();
  }
}

TEST(AsyncCopy, IsCompleteAfterWait) {
  DeviceArray<int> in(numbers(100)), out(100);
  reverse_tiles<<<1, 64>>>(in, out, 100);
  const std::vector<int> values = out.values();
  for (int i = 0; i < 100; i++) EXPECT_EQ(values[i], i < 64 ? 64 - i : 164 - i);
}

__global__ void sum_in_stages(const int* in, int* out, int tiles) {
  __shared__ int tile[2][32];
  const cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  cg::memcpy_async(block, tile[0], in, sizeof(int) * 32);
  int sum = 0;
  for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles) {
      cg::memcpy_async(block, tile[(k + 1) % 2], in + 32 * (k + 1), sizeof(int) * 32);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    sum += tile[k % 2][31 - t];
    block.sync();
  }
  out[t] = sum;
}

TEST(AsyncCopy, IsCompleteAfterWaitPriorIfItIsNotTheLastCopy) {
  DeviceArray<int> in(numbers(96)), out(32);
  sum_in_stages<<<1, 32>>>(in, out, 3);
  const std::vector<int> values = out.values();
  for (int t = 0; t < 32; t++) EXPECT_EQ(values[t], 3 * (32 - t) + 96);
}

__global__ void copy_by_tiles(const int* in, int* out) {
  __shared__ int room[64];
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int* const own = room + tile.meta_group_rank() * 16;
  cg::memcpy_async(tile, own, in + tile.meta_group_rank() * 16, sizeof(int) * 16);
  cg::wait(tile);
  out[threadIdx.x] = own[15 - tile.thread_rank()];
}

TEST(AsyncCopy, CanBeMadeByATileOfThreads) {
  DeviceArray<int> in(numbers(64)), out(64);
  copy_by_tiles<<<1, 64>>>(in, out);
  const std::vector<int> values = out.values();
  for (int i = 0; i < 64; i++) EXPECT_EQ(values[i], i / 16 * 16 + 16 - i % 16);
}

__global__ void copy_by_some(const int* in, int* out, int n) {
  __shared__ int room[32];
  if (threadIdx.x % 2 == 0) {
    const cg::coalesced_group group = cg::coalesced_threads();
    // 32 and n are numbers of elements; the smaller number of elements is copied.
    cg::memcpy_async(group, room, 32, in, n);
    cg::wait(group);
    if ((int)group.thread_rank() < n) out[group.thread_rank()] = room[n - 1 - group.thread_rank()];
  }
}

TEST(AsyncCopy, CanBeMadeByCoalescedThreadsWithASizeInElements) {
  DeviceArray<int> in(numbers(5)), out(5);
  copy_by_some<<<1, 32>>>(in, out, 5);
  EXPECT_EQ(out.values(), (std::vector<int>{5, 4, 3, 2, 1}));
}

__global__ void copy_bytes(const char* in, char* out) {
  __shared__ char room[7];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, room, in + 1, 7);
  cg::wait(block);
  if (threadIdx.x < 7) out[threadIdx.x] = room[6 - threadIdx.x];
}

TEST(AsyncCopy, MayHaveAnySizeAndAlignment) {
  DeviceArray<char> in(std::vector<char>{0, 1, 2, 3, 4, 5, 6, 7}), out(7);
  copy_bytes<<<1, 32>>>(in, out);
  EXPECT_EQ(out.values(), (std::vector<char>{7, 6, 5, 4, 3, 2, 1}));
}
