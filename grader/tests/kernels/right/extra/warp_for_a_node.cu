// what: The lanes of a warp share out the edges of a node and agree by shuffles.
// @@ src/gpu_extra_credit/extra.cu block 1
// The first edge whose src is not less than node.
__device__ int lower_edge(const int* src, int node, int numEdges) {
  int low = 0;
  for (int count = numEdges; count > 0;) {
    const int half = count / 2;
    const bool right = src[low + half] < node;
    low = right ? low + half + 1 : low;
    count = right ? count - half - 1 : half;
  }
  return low;
}

__global__ void warp_per_node_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                  int numNodes, int numEdges) {
  const int lane = threadIdx.x % 32;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int warps = gridDim.x * blockDim.x / 32;
  for (int node = warp; node < numNodes; node += warps) {
    const int end = lower_edge(src, node + 1, numEdges);
    int heaviest = INT_MIN;
    int neighbor = INT_MAX;
    for (int x = lower_edge(src, node, numEdges) + lane; x < end; x += 32) {
      if (weight[x] > heaviest || (weight[x] == heaviest && dst[x] < neighbor)) {
        heaviest = weight[x];
        neighbor = dst[x];
      }
    }
    for (int offset = 16; offset > 0; offset /= 2) {
      const int otherWeight = __shfl_down_sync(0xffffffffu, heaviest, offset);
      const int otherNeighbor = __shfl_down_sync(0xffffffffu, neighbor, offset);
      const bool equal = otherWeight == heaviest;
      if (otherWeight > heaviest || (equal && otherNeighbor < neighbor)) {
        heaviest = otherWeight;
        neighbor = otherNeighbor;
      }
    }
    if (lane == 0) strongNeighbor[node] = neighbor == INT_MAX ? UNMATCHED : neighbor;
  }
}
// @@ src/onewaywrapper.cu block 2
      warp_per_node_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
