// what: The best edge of a node is found by the threads of a block, in shared memory whose size is
//   given at the launch, which the occupancy functions choose.
// @@ src/gpu_extra_credit/extra.cu block 1
extern __shared__ unsigned long long strongest_of_thread[];

__device__ int first_edge_of(const int* src, int node, int numEdges) {
  int low = 0;
  for (int left = numEdges; left > 0; left /= 2)
    while (low + left <= numEdges && src[low + left - 1] < node) low += left;
  return low;
}

__global__ void block_for_a_node_gpu(const int* __restrict__ src, const int* __restrict__ dst,
                                     const int* __restrict__ weight,
                                     int* __restrict__ strongNeighbor, int numNodes,
                                     int numEdges) {
  for (int node = blockIdx.x; node < numNodes; node += gridDim.x) {
    unsigned long long best = 0;
    const int end = first_edge_of(src, node + 1, numEdges);
    for (int x = first_edge_of(src, node, numEdges) + threadIdx.x; x < end; x += blockDim.x) {
      const auto heavier = static_cast<unsigned long long>(weight[x] + 2147483648LL) << 32;
      best = max(best, heavier | ~static_cast<unsigned>(dst[x]));
    }
    strongest_of_thread[threadIdx.x] = best;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
      if (threadIdx.x < half)
        strongest_of_thread[threadIdx.x] =
            max(strongest_of_thread[threadIdx.x], strongest_of_thread[threadIdx.x + half]);
      __syncthreads();
    }
    if (threadIdx.x == 0)
      strongNeighbor[node] = strongest_of_thread[0] == 0
                                 ? UNMATCHED
                                 : static_cast<int>(~static_cast<unsigned>(strongest_of_thread[0]));
    __syncthreads();
  }
}
// @@ src/onewaywrapper.cu block 2
      int blocks = 0;
      const int threads = 8;
      CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
          &blocks, block_for_a_node_gpu, threads, threads * sizeof(unsigned long long)));
      block_for_a_node_gpu<<<std::min(blocks, 64), threads, threads * sizeof(unsigned long long)>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
