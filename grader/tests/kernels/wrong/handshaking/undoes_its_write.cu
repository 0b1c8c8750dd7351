// what: a thread enters its node at the neighbor, and takes this back if the hand is one-sided; in between, the neighbor's real partner finds the element taken
// seen: orders in which the real partner comes between the two
// verdicts: WRONG RACE
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const int step = gridDim.x * blockDim.x;
  for (int me = blockIdx.x * blockDim.x + threadIdx.x; me < numNodes; me += step) {
    const int you = strongNeighbor[me];
    if (you == UNMATCHED) continue;
    const int before = atomicCAS(&matches[you], UNMATCHED, me);          // BLAME
    const bool onesided = strongNeighbor[you] != me;
    if (before == UNMATCHED && onesided) atomicCAS(&matches[you], me, UNMATCHED);  // BLAME
  }
  /** YOUR CODE GOES ABOVE **/
}
