// what: A segmented scan in steps of doubling distance, with two pairs of arrays that swap.
// @@ src/gpu_extra_credit/extra.cu block 1
__global__ void step_gpu(int* src, int* oldDst, int* newDst, int* oldWeight, int* newWeight,
                         int distance, int numEdges) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += blockDim.x * gridDim.x) {
    const int left = x - distance;
    // The edges on the left have smaller neighbors, so the left one wins if both are heaviest.
    const bool take = left >= 0 && src[left] == src[x] && oldWeight[left] >= oldWeight[x];
    newDst[x] = oldDst[take ? left : x];
    newWeight[x] = oldWeight[take ? left : x];
  }
}

__global__ void set_all_gpu(int* array, int value, int numElements) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numElements; x += blockDim.x * gridDim.x)
    array[x] = value;
}

__global__ void collect_gpu(int* src, int* scanned, int* strongNeighbor, int numEdges) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numEdges; x += blockDim.x * gridDim.x)
    if (x + 1 == numEdges || src[x] != src[x + 1]) strongNeighbor[src[x]] = scanned[x];
}
// @@ src/onewaywrapper.cu block 2
      set_all_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongNeighbor_gpu, UNMATCHED,
                                                          numVertices);
      int *fromDst = dst_gpu, *fromWeight = weight_gpu;
      int *toDst = temp1_gpu, *toWeight = temp2_gpu;
      int *spareDst = temp3_gpu, *spareWeight = temp4_gpu;
      for (long long distance = 1; distance < numEdges; distance *= 2) {
        step_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, fromDst, toDst, fromWeight,
                                                         toWeight, distance, numEdges);
        fromDst = toDst, fromWeight = toWeight;
        swapIntArray(&toDst, &spareDst);
        swapIntArray(&toWeight, &spareWeight);
      }
      collect_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, fromDst, strongNeighbor_gpu,
                                                          numEdges);
      CUDA_CHECK(cudaGetLastError());
