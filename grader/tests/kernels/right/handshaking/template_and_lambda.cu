// what: A template runs a lambda for every index of the thread.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

template <typename Index, typename Work>
__device__ void for_every_index(Index count, Work work) {
  const Index stride = static_cast<Index>(blockDim.x) * gridDim.x;
  Index index = static_cast<Index>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (; index < count; index += stride) work(index);
}

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  for_every_index<long>(numNodes, [=](auto x) {
    const auto y = strongNeighbor[x];
    const auto takes_hand = [&] { return y != UNMATCHED && strongNeighbor[y] == x; };
    if (matches[x] == UNMATCHED && takes_hand()) matches[x] = y;
  });
  /** YOUR CODE GOES ABOVE **/
}
