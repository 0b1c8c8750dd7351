// what: The thread of the first edge of a node walks over all edges of that node; the comments that
//   mark the block are gone.
// @@ src/gpu_extra_credit/extra.cu
#include "utils.hpp"

__global__ void walk_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numEdges) {
  const int total = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += total) {
    const int node = src[x];
    if (x != 0 && src[x - 1] == node) continue;
    int heaviest = weight[x], neighbor = dst[x];
    for (int next = x + 1; next < numEdges; next++) {
      if (src[next] != node) break;
      if (weight[next] <= heaviest) continue;
      heaviest = weight[next];
      neighbor = dst[next];
    }
    strongNeighbor[node] = neighbor;
  }
}
// @@ src/onewaywrapper.cu block 2
      CUDA_CHECK(cudaMemset(strongNeighbor_gpu, 0xff, numVertices * sizeof(int)));
      walk_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                       strongNeighbor_gpu, numEdges);
      CUDA_CHECK(cudaGetLastError());
