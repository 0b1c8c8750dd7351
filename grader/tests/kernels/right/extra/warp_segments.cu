// what: Shuffles compute a segmented maximum inside every warp; the last lane of a segment passes
//   it to atomicMax.
// @@ src/gpu_extra_credit/extra.cu block 1
typedef unsigned long long Strength;

__global__ void clear_gpu(Strength* strongest, int numNodes) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += blockDim.x * gridDim.x)
    strongest[x] = 0ull;
}

__global__ void segments_gpu(int* src, int* dst, int* weight, Strength* strongest, int numEdges) {
  const int lane = threadIdx.x & 31;
  const int first = blockIdx.x * blockDim.x + threadIdx.x - lane;
  for (int base = first; base < numEdges; base += gridDim.x * blockDim.x) {
    const int x = base + lane;
    const bool inside = x < numEdges;
    const int node = inside ? src[x] : -1;
    const Strength heavier = inside ? (Strength)weight[x] + 0x80000000ull : 0;
    Strength strength = inside ? heavier << 32 | (0x7fffffffu - dst[x]) : 0;
    for (int distance = 1; distance < 32; distance <<= 1) {
      const int leftNode = __shfl_up_sync(~0u, node, distance);
      const Strength leftStrength = __shfl_up_sync(~0u, strength, distance);
      if (lane >= distance && leftNode == node) strength = max(strength, leftStrength);
    }
    const int nextNode = __shfl_down_sync(~0u, node, 1);
    if (inside && (lane == 31 || nextNode != node)) atomicMax(strongest + node, strength);
  }
}

__global__ void take_gpu(const Strength* strongest, int* strongNeighbor, int numNodes) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += blockDim.x * gridDim.x)
    strongNeighbor[x] = strongest[x] ? 0x7fffffff - (int)(strongest[x] & 0x7fffffffu) : UNMATCHED;
}
// @@ src/onewaywrapper.cu block 2
      clear_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, numVertices);
      segments_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                           strongest_gpu, numEdges);
      take_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, strongNeighbor_gpu,
                                                       numVertices);
      CUDA_CHECK(cudaPeekAtLastError());
