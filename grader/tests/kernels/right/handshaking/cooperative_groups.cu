// what: The number of the thread comes from cooperative groups, and the block waits without need.
// @@ src/gpu_required/check_handshaking.cu
#include <cooperative_groups.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

namespace cg = cooperative_groups;

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const cg::thread_block block = cg::this_thread_block();
  const int total = gridDim.x * block.size();
  int x = blockIdx.x * block.size() + block.thread_rank();
  block.sync();
  do {
    if (x >= numNodes) break;
    const int y = strongNeighbor[x];
    if (y != UNMATCHED && matches[x] == UNMATCHED && strongNeighbor[y] == x) matches[x] = y;
    x += total;
  } while (true);
  block.sync();
  /** YOUR CODE GOES ABOVE **/
}
