// Computes, for each element of an array, the sum of all elements before it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "gpu/cuda_check.cuh"
#include "gpu/warp.cuh"

namespace handshake::louvain {

constexpr int kScanThreads = 256;
constexpr int kScanEach = 8;
constexpr std::int64_t kScanTile = kScanThreads * kScanEach;

// Called by the whole block. Returns the sum over all threads with a smaller index; *all becomes
// the sum over all threads.
__device__ inline std::int64_t sum_of_lower_threads(std::int64_t value, std::int64_t* all) {
  __shared__ long long of_warp[32];
  long long upto = value;
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    const long long other = __shfl_up_sync(kFullWarp, upto, distance);
    if (lane_of_thread() >= distance) upto += other;
  }
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  __syncthreads();  // waits until all threads have read the `of_warp` of the previous call
  if (lane_of_thread() == kWarpSize - 1) of_warp[warp] = upto;
  __syncthreads();
  long long before = 0, total = 0;
  for (int i = 0; i < static_cast<int>(blockDim.x) / kWarpSize; ++i) {
    if (i < warp) before += of_warp[i];
    total += of_warp[i];
  }
  *all = total;
  return before + upto - value;
}

// One block per tile. Every thread adds up elements of its own; the first thread writes the sum of
// the tile.
template <class In>
__global__ void __launch_bounds__(kScanThreads)
    scan_tiles_gpu(const In* in, std::int64_t size, std::int64_t* tiles) {
  const std::int64_t start = std::int64_t{blockIdx.x} * kScanTile;
  std::int64_t sum = 0, all;
  for (int i = 0; i < kScanEach; ++i) {
    const std::int64_t at = start + i * kScanThreads + threadIdx.x;
    if (at < size) sum += in[at];
  }
  sum_of_lower_threads(sum, &all);
  if (threadIdx.x == 0) tiles[blockIdx.x] = all;
}

// Run by one block. Replaces the sum of each tile by the sum of all tiles before it, and sets
// tiles[count] to the sum of all tiles.
static __global__ void __launch_bounds__(1024)
    scan_sums_gpu(std::int64_t* tiles, std::int64_t count) {
  std::int64_t before = 0;
  for (std::int64_t start = 0; start < count; start += blockDim.x) {
    const std::int64_t at = start + threadIdx.x;
    std::int64_t all;
    const std::int64_t lower = sum_of_lower_threads(at < count ? tiles[at] : 0, &all);
    if (at < count) tiles[at] = before + lower;
    before += all;
  }
  if (threadIdx.x == 0) tiles[count] = before;
}

// One block per tile. `in` and `out` may be the same array: a tile is read before it is written.
template <class In, class Out>
__global__ void __launch_bounds__(kScanThreads)
    scan_within_gpu(const In* in, std::int64_t size, const std::int64_t* tiles, Out* out) {
  const std::int64_t start =
      std::int64_t{blockIdx.x} * kScanTile + std::int64_t{threadIdx.x} * kScanEach;
  In mine[kScanEach];
  std::int64_t sum = 0, all;
  for (int i = 0; i < kScanEach; ++i) {
    mine[i] = start + i < size ? in[start + i] : In{0};
    sum += mine[i];
  }
  std::int64_t before = tiles[blockIdx.x] + sum_of_lower_threads(sum, &all);
  for (int i = 0; i < kScanEach; ++i) {
    if (start + i < size) out[start + i] = static_cast<Out>(before);
    before += mine[i];
    if (start + i + 1 == size) out[size] = static_cast<Out>(before);
  }
}

inline std::int64_t scan_scratch(std::int64_t size) {
  return (size + kScanTile - 1) / kScanTile + 1;
}

// One block scans a whole small array. `in` and `out` may be the same array.
template <class In, class Out>
__global__ void __launch_bounds__(1024) scan_small_gpu(const In* in, std::int64_t size, Out* out) {
  std::int64_t before = 0;
  for (std::int64_t start = 0; start < size; start += 1024 * kScanEach) {
    const std::int64_t first = start + std::int64_t{threadIdx.x} * kScanEach;
    In mine[kScanEach];
    std::int64_t sum = 0, all;
    for (int i = 0; i < kScanEach; ++i) {
      mine[i] = first + i < size ? in[first + i] : In{0};
      sum += mine[i];
    }
    std::int64_t next = before + sum_of_lower_threads(sum, &all);
    for (int i = 0; i < kScanEach; ++i) {
      if (first + i < size) out[first + i] = static_cast<Out>(next);
      next += mine[i];
    }
    before += all;
  }
  if (threadIdx.x == 0) out[size] = static_cast<Out>(before);
}

// out[i] = in[0] + .. + in[i - 1] for i = 0 .. size; `size` must be at least 1. `in` and `out` may
// be the same array if it has room for size + 1 elements. `scratch` has scan_scratch(size) words.
template <class In, class Out>
void exclusive_scan(const In* in, std::int64_t size, Out* out, std::int64_t* scratch) {
  if (size <= 4 * 1024 * kScanEach) {
    scan_small_gpu<<<1, 1024>>>(in, size, out);
    CUDA_CHECK(cudaGetLastError());
    return;
  }
  const std::int64_t tiles = (size + kScanTile - 1) / kScanTile;
  scan_tiles_gpu<<<static_cast<unsigned>(tiles), kScanThreads>>>(in, size, scratch);
  const int threads = tiles > kScanThreads ? 1024 : kScanThreads;
  scan_sums_gpu<<<1, threads>>>(scratch, tiles);
  scan_within_gpu<<<static_cast<unsigned>(tiles), kScanThreads>>>(in, size, scratch, out);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace handshake::louvain
