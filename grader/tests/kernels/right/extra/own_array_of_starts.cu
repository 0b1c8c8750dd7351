// what: Allocates an array of first edges in every pass, and frees it again; other launch shapes.
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void starts_gpu(int* src, int* starts, int numNodes, int numEdges) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x <= numEdges; x += blockDim.x * gridDim.x) {
    const int left = x == 0 ? -1 : src[x - 1];
    const int right = x == numEdges ? numNodes : src[x];
    for (int node = left + 1; node <= right; node++) starts[node] = x;
  }
}

template <int kThreads>
__global__ void __launch_bounds__(kThreads)
    strongest_in_range_gpu(const int* __restrict__ starts, const int* __restrict__ dst,
                  const int* __restrict__ weight, int* __restrict__ strongNeighbor, int numNodes) {
  for (int node = blockIdx.x * kThreads + threadIdx.x; node < numNodes;
       node += kThreads * gridDim.x) {
    int strongest = starts[node];
    const int end = starts[node + 1];
    for (int x = strongest + 1; x < end; x++)
      if (__ldg(&weight[x]) > __ldg(&weight[strongest])) strongest = x;
    strongNeighbor[node] = starts[node] == end ? UNMATCHED : dst[strongest];
  }
}
// @@ src/onewaywrapper.cu block 2
      int* starts_of_edges = nullptr;
      CUDA_CHECK(cudaMalloc(&starts_of_edges, (numVertices + 1) * sizeof(int)));
      starts_gpu<<<(numthreads + 127) / 128, 128>>>(src_gpu, starts_of_edges, numVertices,
                                                    numEdges);
      CUDA_CHECK(cudaGetLastError());
      strongest_in_range_gpu<64><<<(numthreads + 63) / 64, 64>>>(starts_of_edges, dst_gpu, weight_gpu,
                                                          strongNeighbor_gpu, numVertices);
      CUDA_CHECK(cudaGetLastError());
      CUDA_CHECK(cudaFree(starts_of_edges));
