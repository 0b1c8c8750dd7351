// what: atomicMax finds the heaviest weight; a second kernel finds the smallest neighbor by atomicMin.
// @@ src/gpu_extra_credit/extra.cu block 1
#include <climits>

#define FOR_EACH(x, count) \
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < (count); x += blockDim.x * gridDim.x)

__global__ void start_gpu(int* heaviest, int* strongNeighbor, int numNodes) {
  FOR_EACH(x, numNodes) {
    heaviest[x] = INT_MIN;
    strongNeighbor[x] = INT_MAX;
  }
}

__global__ void heaviest_gpu(int* src, int* weight, int* heaviest, int numEdges) {
  FOR_EACH(x, numEdges) { atomicMax(heaviest + src[x], weight[x]); }
}

__global__ void smallest_gpu(int* src, int* dst, int* weight, int* heaviest, int* strongNeighbor,
                             int numEdges) {
  FOR_EACH(x, numEdges) {
    if (weight[x] == heaviest[src[x]]) atomicMin(&strongNeighbor[src[x]], dst[x]);
  }
}

__global__ void finish_gpu(int* strongNeighbor, int numNodes) {
  FOR_EACH(x, numNodes) {
    if (strongNeighbor[x] == INT_MAX) strongNeighbor[x] = UNMATCHED;
  }
}
// @@ src/onewaywrapper.cu block 2
      int* heaviest = reinterpret_cast<int*>(strongest_gpu);
      const dim3 grid(num_thread_blocks), block(threadsPerBlock);
      start_gpu<<<grid, block>>>(heaviest, strongNeighbor_gpu, numVertices);
      heaviest_gpu<<<grid, block>>>(src_gpu, weight_gpu, heaviest, numEdges);
      smallest_gpu<<<grid, block>>>(src_gpu, dst_gpu, weight_gpu, heaviest, strongNeighbor_gpu,
                                    numEdges);
      finish_gpu<<<grid, block>>>(strongNeighbor_gpu, numVertices);
      CUDA_CHECK(cudaGetLastError());
