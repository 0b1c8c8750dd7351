// what: The arrays are reached through a struct and a reference to a const pointer.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

struct Hands {
  const int* const strongest;
  int* partner;
  int count;

  __device__ bool mutual(int x) const {
    return strongest[x] != UNMATCHED && strongest[strongest[x]] == x;
  }
};

__device__ static void shake(Hands& hands, const int& x) {
  int& own = hands.partner[x];
  if (own == UNMATCHED && hands.mutual(x)) own = hands.strongest[x];
}

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  Hands hands{strongNeighbor, matches, numNodes};
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < hands.count; x += blockDim.x * gridDim.x)
    shake(hands, x);
  /** YOUR CODE GOES ABOVE **/
}
