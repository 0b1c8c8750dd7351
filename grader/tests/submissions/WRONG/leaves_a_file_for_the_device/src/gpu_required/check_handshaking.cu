// TASK 1 of 3: check_handshaking_gpu                          (handout, "Update Matches")
//
// Two nodes shake hands when each is the other's strongest neighbor. Record every handshake in
// matches. Leave the nodes alone that were matched in an earlier pass.
//
//   strongNeighbor  [  1,  0,  1, -1 ]     nodes 0 and 1 extend a hand to each other
//   matches before  [ -1, -1, -1, -1 ]
//   matches after   [  1,  0, -1, -1 ]
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;

  // The thread of node x writes matches[x] and nothing else, so no two threads write one element.
  for (int x = tid; x < numNodes; x += numThreads) {
    const int strongest = strongNeighbor[x];
    const bool free = matches[x] == UNMATCHED;
    if (free && strongest != UNMATCHED && strongNeighbor[strongest] == x) matches[x] = strongest;
  }
  /** YOUR CODE GOES ABOVE **/
}
