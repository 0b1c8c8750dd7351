// what: One thread per node; binary search finds where the edges of the node begin.
// @@ src/gpu_extra_credit/extra.cu block 1
__device__ int first_edge(const int* src, int node, int numEdges) {
  int low = 0, high = numEdges;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (src[middle] < node) low = middle + 1;
    else high = middle;
  }
  return low;
}

__global__ void search_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numNodes,
                           int numEdges) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  for (; node < numNodes; node += blockDim.x * gridDim.x) {
    int best = -1;
    for (int x = first_edge(src, node, numEdges); x < numEdges && src[x] == node; x++)
      if (best == -1 || weight[x] > weight[best]) best = x;
    strongNeighbor[node] = best == -1 ? UNMATCHED : dst[best];
  }
}
// @@ src/onewaywrapper.cu block 2
      search_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
