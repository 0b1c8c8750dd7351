// what: The hands of the block are staged in shared memory, with barriers that all threads reach.
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  __shared__ int tile[1024];
  const int size = blockDim.x;
  for (int first = blockIdx.x * size; first < numNodes; first += gridDim.x * size) {
    const int x = first + threadIdx.x;
    const bool inside = x < numNodes;
    if (inside) tile[threadIdx.x] = strongNeighbor[x];
    __syncthreads();
    if (inside && matches[x] == UNMATCHED) {
      const int y = tile[threadIdx.x];
      if (y != UNMATCHED) {
        const bool near = y >= first && y < first + size;
        const int back = near ? tile[y - first] : strongNeighbor[y];
        if (back == x) matches[x] = y;
      }
    }
    __syncthreads();
  }
  /** YOUR CODE GOES ABOVE **/
}
