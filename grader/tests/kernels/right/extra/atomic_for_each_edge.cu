// what: One atomicMax for each edge.
// @@ src/gpu_extra_credit/extra.cu block 1

// An edge as one number: of two edges of a node, the stronger one is the larger number. The weight
// is in the upper half, with its sign bit flipped so that negative weights are the smallest;
// the lower half grows as the index of the neighbor falls. No edge has the number 0: the lower half
// is 0 only for dst = -1.
__device__ unsigned long long strength_of_edge(int weight, int dst) {
  const unsigned int heavier = static_cast<unsigned int>(weight) ^ 0x80000000u;
  const unsigned int smaller = 0xffffffffu - static_cast<unsigned int>(dst);
  return (static_cast<unsigned long long>(heavier) << 32) | smaller;
}

// The thread of node x writes strongest[x]: 0 says that no edge was seen yet.
__global__ void clear_strongest_gpu(unsigned long long* strongest, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads)
    strongest[x] = 0;
}

// The work is divided by edges, so a node with many edges does not slow down one thread. The edges
// of a node compete by atomicMax: the maximum is the same in every order of threads.
__global__ void find_strongest_gpu(int* src, int* dst, int* weight, unsigned long long* strongest,
                                   int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += numThreads)
    atomicMax(&strongest[src[x]], strength_of_edge(weight[x], dst[x]));
}

// The thread of node x writes strongNeighbor[x].
__global__ void take_neighbor_gpu(unsigned long long* strongest, int* strongNeighbor,
                                  int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    const unsigned int smaller = static_cast<unsigned int>(strongest[x]);
    strongNeighbor[x] = strongest[x] == 0 ? UNMATCHED : static_cast<int>(0xffffffffu - smaller);
  }
}

// @@ src/onewaywrapper.cu block 2
      clear_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, numVertices);
      CUDA_CHECK(cudaGetLastError());
      find_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                                 strongest_gpu, numEdges);
      CUDA_CHECK(cudaGetLastError());
      take_neighbor_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, strongNeighbor_gpu,
                                                                numVertices);
      CUDA_CHECK(cudaGetLastError());
