// what: One thread per node; weights are compared by their difference, which may overflow.
// seen: only with weights far apart
// verdicts: WRONG
// @@ src/gpu_extra_credit/extra.cu block 1
__device__ bool is_heavier(int weight, int than) {
  const unsigned int difference = static_cast<unsigned int>(weight) - than;
  return static_cast<int>(difference) > 0;  // BLAME
}

__global__ void find_strongest_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                   int numNodes, int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < numNodes; node += numThreads) {
    int strongest = -1;
    for (int x = 0; x < numEdges; x++) {
      if (src[x] != node) continue;
      if (strongest < 0 || is_heavier(weight[x], weight[strongest])) strongest = x;  // BLAME
    }
    strongNeighbor[node] = strongest < 0 ? UNMATCHED : dst[strongest];  // BLAME
  }
}
// @@ src/onewaywrapper.cu block 2
      find_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
