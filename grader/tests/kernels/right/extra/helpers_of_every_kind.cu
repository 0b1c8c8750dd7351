// what: Ordinary helpers of many kinds: with threadIdx, barriers, shared memory, functions of a
//   warp, cooperative groups; members, templates, tables of functions, helpers that nothing calls.
// @@ src/gpu_extra_credit/extra.cu
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "utils.hpp"

/** YOUR CODE GOES BELOW (extra credit) **/
namespace cg = cooperative_groups;

__device__ int first_index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int next_index(int index);
__device__ int next_index(int index) { return index + blockDim.x * gridDim.x; }

struct Edge {
  int weight, dst;
  __device__ unsigned long long strength() const;
  __host__ __device__ bool is_edge() const { return dst != UNMATCHED; }
  static __device__ int lane() { return threadIdx.x % warpSize; }
};
__device__ unsigned long long Edge::strength() const {
  return (static_cast<unsigned long long>(static_cast<unsigned>(weight) ^ 0x80000000u) << 32) |
         (0xffffffffu - static_cast<unsigned>(dst));
}

namespace mine {
__device__ unsigned long long larger(unsigned long long a, unsigned long long b) {
  return a > b ? a : b;
}
template <typename T>
__device__ void keep_larger(T* place, T value) {
  for (T seen = 0; seen < value;) {
    const T found = atomicCAS(place, seen, value);
    if (found == seen) return;
    seen = found;
  }
}
template __device__ void keep_larger<unsigned long long>(unsigned long long*, unsigned long long);
}  // namespace mine

extern "C" __device__ int neighbor_of(unsigned long long strength) {
  if (strength == 0) return UNMATCHED;
  return static_cast<int>(0xffffffffu - static_cast<unsigned>(strength));
}

__host__ __device__ int clamped(int x, int low, int high) { return x < low ? low : min(x, high); }

typedef unsigned long long (*Choice)(unsigned long long, unsigned long long);
__device__ Choice choices[] = {mine::larger, &mine::larger};
__constant__ int chosen = 1;
static __device__ int launches;
__managed__ int of_both_sides = 1;

__noinline__ __device__ void wait_for_block() { __syncthreads(); }

__device__ unsigned long long largest_of_warp(unsigned long long value) {
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    const unsigned long long other = __shfl_xor_sync(0xffffffffu, value, distance);
    value = choices[chosen](value, other);
  }
  return value;
}

// Nothing calls these functions.
extern __shared__ int of_launch[];
__device__ int of_dynamic_memory(int x) {
  of_launch[threadIdx.x] = x;
  wait_for_block();
  return of_launch[0];
}
__device__ int sum_of_block(int x) {
  __shared__ int sums[32];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  sums[threadIdx.x / 32] = cg::reduce(warp, x, cg::plus<int>());
  return __syncthreads_count(x) + sums[0] + __popc(__ballot_sync(__activemask(), x));
}
__device__ void for_the_grid() { cg::this_grid().sync(); }
__device__ auto deduced(int x) { return x * clock64(); }
__device__ int* of_the_heap() { return new int[1 + threadIdx.x]; }

__global__ void clear_strongest_gpu(unsigned long long* strongest, int numNodes) {
  for (int x = first_index(); x < numNodes; x = next_index(x)) strongest[x] = 0;
  if (first_index() == 0) launches++;
}

__global__ void find_strongest_gpu(int* src, int* dst, int* weight, unsigned long long* strongest,
                                   int numEdges) {
  const int rounds = (numEdges + blockDim.x * gridDim.x - 1) / (blockDim.x * gridDim.x);
  for (int round = 0, x = first_index(); round < rounds; round++, x = next_index(x)) {
    const bool is_inside = x < numEdges;
    const Edge edge = {is_inside ? weight[x] : 0, is_inside ? dst[x] : UNMATCHED};
    const unsigned long long value = edge.is_edge() ? edge.strength() : 0;
    wait_for_block();
    if (largest_of_warp(value) == 0 || !is_inside) continue;
    mine::keep_larger(&strongest[src[x]], value);
  }
}

__global__ void take_neighbor_gpu(unsigned long long* strongest, int* strongNeighbor,
                                  int numNodes) {
  for (int x = first_index(); x < numNodes; x = next_index(x))
    strongNeighbor[x] = clamped(neighbor_of(strongest[x]), UNMATCHED, numNodes - 1);
}
/** YOUR CODE GOES ABOVE (extra credit) **/
