// what: printf that was used for debugging and is switched off by a constant, and asserts.
// @@ src/gpu_required/markFilterEdges.cu
#include <cassert>
#include <cstdio>

#include "gpuHeaders.cuh"
#include "utils.hpp"

#define DEBUG 0
#if DEBUG
#define TRACE(...) printf(__VA_ARGS__)
#else
#define TRACE(...)
#endif
constexpr bool kTalks = false;
enum class Decision : int { filter, keep };

__device__ __forceinline__ Decision decide(const int* matches, int a, int b) {
  if (matches[a] == UNMATCHED && matches[b] == UNMATCHED) return Decision::keep;
  return Decision::filter;
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, all = blockDim.x * gridDim.x;
  for (auto x = thread; x < (unsigned)numEdges; x += all) {
    assert(src[x] >= 0 && dst[x] >= 0);
    const Decision decision = decide(matches, src[x], dst[x]);
    TRACE("%u: %d\n", x, (int)decision);
    if (kTalks) printf("edge %u from %d to %d\n", x, src[x], dst[x]);
    keepEdges[x] = static_cast<int>(decision);
  }
  __syncthreads();
  /** YOUR CODE GOES ABOVE **/
}
