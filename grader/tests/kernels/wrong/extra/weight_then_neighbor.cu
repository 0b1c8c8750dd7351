// what: One kernel finds the heaviest weight by atomicMax and compares with it right away, while
//   other threads still raise it.
// seen: as a wrong value only when a lighter edge comes first
// verdicts: RACE WRONG
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void clear_gpu(int* heaviest, int* strongNeighbor, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    heaviest[x] = INT_MIN;
    strongNeighbor[x] = UNMATCHED;
  }
}

__global__ void find_strongest_gpu(int* src, int* dst, int* weight, int* heaviest,
                                   int* strongNeighbor, int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += numThreads) {
    atomicMax(&heaviest[src[x]], weight[x]);  // BLAME
    if (heaviest[src[x]] == weight[x]) strongNeighbor[src[x]] = dst[x];  // BLAME
  }
}
// @@ src/onewaywrapper.cu block 2
      int* heaviest_gpu = reinterpret_cast<int*>(strongest_gpu);
      clear_gpu<<<num_thread_blocks, threadsPerBlock>>>(heaviest_gpu, strongNeighbor_gpu,
                                                        numVertices);
      CUDA_CHECK(cudaGetLastError());
      find_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, heaviest_gpu, strongNeighbor_gpu, numEdges);
      CUDA_CHECK(cudaGetLastError());
