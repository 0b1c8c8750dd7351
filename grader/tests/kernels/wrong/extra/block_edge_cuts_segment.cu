// what: Every block scans only the edges of its part; a node with edges in two parts gets the
//   strongest edge of the block that writes last.
// seen: only with more edges than a block has threads
// verdicts: RACE WRONG
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void clear_neighbors_gpu(int* strongNeighbor, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads)
    strongNeighbor[x] = UNMATCHED;
}

__global__ void scan_blocks_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                int numEdges) {
  __shared__ int strongest[256];
  const int rank = threadIdx.x;
  for (int first = blockIdx.x * blockDim.x; first < numEdges; first += blockDim.x * gridDim.x) {
    const int x = first + rank;
    const int end = min(first + static_cast<int>(blockDim.x), numEdges);
    strongest[rank] = x;
    for (int distance = 1; distance < static_cast<int>(blockDim.x); distance *= 2) {
      __syncthreads();
      const int own = strongest[rank];
      const bool reaches = x < end && rank >= distance && src[x - distance] == src[x];
      const int left = reaches ? strongest[rank - distance] : own;
      const int better = reaches && weight[left] >= weight[own] ? left : own;
      __syncthreads();
      strongest[rank] = better;
    }
    const bool last = x < end && (x + 1 == end || src[x + 1] != src[x]);  // BLAME
    if (last) strongNeighbor[src[x]] = dst[strongest[rank]];  // BLAME
    __syncthreads();
  }
}
// @@ src/onewaywrapper.cu block 2
      clear_neighbors_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongNeighbor_gpu, numVertices);
      CUDA_CHECK(cudaGetLastError());
      scan_blocks_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                              strongNeighbor_gpu, numEdges);
      CUDA_CHECK(cudaGetLastError());
