// what: A recursion searches the edges of a node with one call per edge: the stack is too small.
// seen: only with a node of many edges
// verdicts: CRASH
// @@ src/gpu_extra_credit/extra.cu block 1
__device__ int strongest_from(int* src, int* weight, int x, int numEdges) {
  int trail[64];
  for (int i = 0; i < 64; i++) trail[i] = weight[x];  // BLAME
  if (x + 1 == numEdges || src[x + 1] != src[x]) return x;
  const int rest = strongest_from(src, weight, x + 1, numEdges);  // BLAME
  return weight[rest] > trail[x % 64] ? rest : x;
}

__global__ void search_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numNodes,
                           int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < numNodes; node += numThreads) {
    int low = 0;
    int high = numEdges;
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (src[middle] < node) low = middle + 1;
      else high = middle;
    }
    const bool found = low < numEdges && src[low] == node;
    strongNeighbor[node] = found ? dst[strongest_from(src, weight, low, numEdges)] : UNMATCHED;
  }
}
// @@ src/onewaywrapper.cu block 2
      search_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
