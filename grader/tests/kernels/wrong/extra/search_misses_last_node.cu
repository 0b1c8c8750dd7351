// what: Binary search over src ends one edge early, so the last edge of the list is never found.
// verdicts: WRONG
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void search_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numNodes,
                           int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < numNodes; node += numThreads) {
    int low = 0;
    int high = numEdges - 1;  // BLAME
    while (low < high) {
      const int middle = low + (high - low) / 2;
      if (src[middle] < node) low = middle + 1;
      else high = middle;
    }
    int strongest = UNMATCHED;
    for (int x = low; x < numEdges - 1 && src[x] == node; x++)  // BLAME
      if (strongest == UNMATCHED || weight[x] > weight[strongest]) strongest = x;
    strongNeighbor[node] = strongest == UNMATCHED ? UNMATCHED : dst[strongest];  // BLAME
  }
}
// @@ src/onewaywrapper.cu block 2
      search_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
