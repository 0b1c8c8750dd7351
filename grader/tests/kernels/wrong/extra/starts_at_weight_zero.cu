// what: One thread per node; the search for the maximum starts at weight 0, so edges of weight 0 or
//   less are never found.
// seen: only with weights of 0 or less
// verdicts: WRONG
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void find_strongest_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                   int numNodes, int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < numNodes; node += numThreads) {
    int heaviest = 0;  // BLAME
    int neighbor = UNMATCHED;
    for (int x = 0; x < numEdges; x++) {
      if (src[x] == node && weight[x] > heaviest) {  // BLAME
        heaviest = weight[x];
        neighbor = dst[x];
      }
    }
    strongNeighbor[node] = neighbor;  // BLAME
  }
}
// @@ src/onewaywrapper.cu block 2
      find_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
