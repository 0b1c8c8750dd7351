// what: One thread per node compares by the sign of a difference, which overflows between weights of
//   different signs.
// seen: only with weights more than 2 to the 31 apart. C++ leaves the overflow of an int undefined,
//   and nvcc compiles the difference as a comparison, which is right.
// verdicts: WRONG
// gpu: OK
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void strongest_by_difference_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                            int numNodes, int numEdges) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    int best = -1;
    for (int e = 0; e < numEdges; e++)
      if (src[e] == x && (best < 0 || weight[e] - weight[best] > 0)) best = e;  // BLAME
    strongNeighbor[x] = best < 0 ? UNMATCHED : dst[best];  // BLAME
  }
}
// @@ src/onewaywrapper.cu block 2
      strongest_by_difference_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
