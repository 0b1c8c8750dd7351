// what: a block for each node, a tree in shared memory
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void by_block_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numNodes, int numEdges) {
  __shared__ int best[256];
  for (int x = blockIdx.x; x < numNodes; x += gridDim.x) {
    int mine = -1;
    for (int e = threadIdx.x; e < numEdges; e += blockDim.x)
      if (src[e] == x && (mine == -1 || weight[e] > weight[mine])) mine = e;
    best[threadIdx.x] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
      if (threadIdx.x < half) {
        int other = best[threadIdx.x + half];
        int own = best[threadIdx.x];
        if (own == -1 || (other != -1 && (weight[other] > weight[own] ||
                                          (weight[other] == weight[own] && other < own))))
          best[threadIdx.x] = other;
      }
      __syncthreads();
    }
    if (threadIdx.x == 0) strongNeighbor[x] = best[0] == -1 ? UNMATCHED : dst[best[0]];
    __syncthreads();
  }
}
// @@ src/onewaywrapper.cu block 1
  CUDA_CHECK(cudaMalloc((void**)&strongNeighbor_gpu, numVertices * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&matches_gpu, numVertices * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&src_gpu, numEdges * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&dst_gpu, numEdges * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&weight_gpu, numEdges * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&temp1_gpu, (numEdges + 1) * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&temp2_gpu, (numEdges + 1) * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&temp3_gpu, numEdges * sizeof(int)));
  CUDA_CHECK(cudaMalloc((void**)&temp4_gpu, numEdges * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(matches_gpu, matches, numVertices * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(src_gpu, graph.src, numEdges * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dst_gpu, graph.dst, numEdges * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(weight_gpu, graph.weight, numEdges * sizeof(int), cudaMemcpyHostToDevice));
// @@ src/onewaywrapper.cu block 2
      by_block_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
// @@ src/onewaywrapper.cu block 3
  CUDA_CHECK(cudaFree(strongNeighbor_gpu));
  CUDA_CHECK(cudaFree(matches_gpu));
  CUDA_CHECK(cudaFree(src_gpu));
  CUDA_CHECK(cudaFree(dst_gpu));
  CUDA_CHECK(cudaFree(weight_gpu));
  CUDA_CHECK(cudaFree(temp1_gpu));
  CUDA_CHECK(cudaFree(temp2_gpu));
  CUDA_CHECK(cudaFree(temp3_gpu));
  CUDA_CHECK(cudaFree(temp4_gpu));
