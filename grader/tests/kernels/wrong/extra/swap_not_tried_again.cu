// what: The strongest edge of a node is an index that threads exchange by atomicCAS; a thread does
//   not try again when another one was faster.
// seen: only when another thread stores an edge between a thread's read and its atomicCAS
// verdicts: WRONG
// @@ src/gpu_extra_credit/extra.cu block 1
__device__ bool is_stronger(const int* dst, const int* weight, int x, int than) {
  if (than < 0) return true;
  if (weight[x] != weight[than]) return weight[x] > weight[than];
  return dst[x] < dst[than];
}

__global__ void exchange_gpu(int* src, int* dst, int* weight, int* strongest, int numEdges) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += blockDim.x * gridDim.x) {
    int* place = &strongest[src[x]];
    const int seen = atomicCAS(place, -1, x);
    if (seen != -1 && is_stronger(dst, weight, x, seen)) atomicCAS(place, seen, x);  // BLAME
  }
}

__global__ void edge_to_neighbor_gpu(int* dst, int* strongNeighbor, int numNodes) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += blockDim.x * gridDim.x)
    if (strongNeighbor[x] >= 0) strongNeighbor[x] = dst[strongNeighbor[x]];
}
// @@ src/onewaywrapper.cu block 2
      static_assert(UNMATCHED == -1, "all bits of an element that no edge was found for are 1");
      CUDA_CHECK(cudaMemset(strongNeighbor_gpu, -1, numVertices * sizeof(int)));
      exchange_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                           strongNeighbor_gpu, numEdges);
      edge_to_neighbor_gpu<<<num_thread_blocks, threadsPerBlock>>>(dst_gpu, strongNeighbor_gpu,
                                                                   numVertices);
      CUDA_CHECK(cudaGetLastError());
