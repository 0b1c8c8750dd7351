// what: the thread of a node locks first its own element and then that of the partner, so the two threads of a handshake may wait for each other
// seen: the two threads run at the same time
// verdicts: SLOW
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

#define BUSY (-2)

// Returns whether the node was free. Waits while another thread holds its element.
__device__ bool acquire(int* matches, int node) {
  int seen = BUSY;
  while (seen == BUSY) seen = atomicCAS(&matches[node], UNMATCHED, BUSY);  // BLAME
  return seen == UNMATCHED;
}

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const int step = gridDim.x * blockDim.x;
  for (int me = blockIdx.x * blockDim.x + threadIdx.x; me < numNodes; me += step) {
    const int you = strongNeighbor[me];
    const bool agreed = you != UNMATCHED && strongNeighbor[you] == me;
    if (agreed && acquire(matches, me) && acquire(matches, you)) {  // BLAME
      atomicExch(&matches[you], me);
      atomicExch(&matches[me], you);
    }
  }
  /** YOUR CODE GOES ABOVE **/
}
