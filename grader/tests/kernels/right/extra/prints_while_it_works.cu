// what: A line of output for every node is left over from the search for a mistake.
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void print_and_search_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                     int numNodes, int numEdges) {
  const int total = blockDim.x * gridDim.x;
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < numNodes; node += total) {
    int low = 0, high = numEdges;
    while (low < high) {
      const int middle = (low + high) / 2;
      src[middle] < node ? low = middle + 1 : high = middle;
    }
    int best = UNMATCHED, heaviest = 0;
    for (; low < numEdges && src[low] == node; low++) {
      if (best != UNMATCHED && weight[low] <= heaviest) continue;
      best = dst[low];
      heaviest = weight[low];
    }
    printf("node %d: strongest neighbor %d, weight %d\n", node, best, heaviest);
    strongNeighbor[node] = best;
  }
}
// @@ src/onewaywrapper.cu block 2
      print_and_search_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaDeviceSynchronize());
