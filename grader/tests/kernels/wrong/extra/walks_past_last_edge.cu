// what: The walk over the edges of a node looks at src[numEdges] before it notices the end.
// verdicts: MEMORY CRASH
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void clear_neighbors_gpu(int* strongNeighbor, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads)
    strongNeighbor[x] = UNMATCHED;
}

__global__ void walk_edges_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += numThreads) {
    if (x > 0 && src[x - 1] == src[x]) continue;
    int strongest = x;
    for (int next = x + 1; src[next] == src[x] && next < numEdges; next++)  // BLAME
      if (weight[next] > weight[strongest]) strongest = next;
    strongNeighbor[src[x]] = dst[strongest];
  }
}
// @@ src/onewaywrapper.cu block 2
      clear_neighbors_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongNeighbor_gpu, numVertices);
      CUDA_CHECK(cudaGetLastError());
      walk_edges_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                             strongNeighbor_gpu, numEdges);
      CUDA_CHECK(cudaGetLastError());
