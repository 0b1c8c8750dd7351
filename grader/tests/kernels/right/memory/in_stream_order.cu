// what: cudaMallocAsync and cudaFreeAsync, copies in a stream, matches set by cudaMemset.
// @@ src/onewaywrapper.cu block 1
  unsigned long long* strongest_gpu = nullptr;
  cudaStream_t stream = nullptr;
  CUDA_CHECK(cudaStreamCreate(&stream));
  auto allocate = [stream](auto*& array, size_t count) {
    CUDA_CHECK(cudaMallocAsync(&array, count * sizeof(*array), stream));
  };
  allocate(strongest_gpu, numVertices);
  allocate(strongNeighbor_gpu, numVertices);
  allocate(matches_gpu, numVertices);
  for (int** array : {&src_gpu, &dst_gpu, &weight_gpu}) allocate(*array, numEdges);
  for (int** array : {&temp1_gpu, &temp2_gpu, &temp3_gpu, &temp4_gpu}) allocate(*array, numEdges + 1);
  const size_t length = numEdges * sizeof(int);
  CUDA_CHECK(cudaMemsetAsync(matches_gpu, 0xff, numVertices * sizeof(int), stream));
  CUDA_CHECK(cudaMemcpyAsync(src_gpu, graph.src, length, cudaMemcpyHostToDevice, stream));
  CUDA_CHECK(cudaMemcpyAsync(dst_gpu, graph.dst, length, cudaMemcpyHostToDevice, stream));
  CUDA_CHECK(cudaMemcpyAsync(weight_gpu, graph.weight, length, cudaMemcpyHostToDevice, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
// @@ src/onewaywrapper.cu block 3
  for (int* array : {strongNeighbor_gpu, matches_gpu, src_gpu, dst_gpu, weight_gpu, temp1_gpu,
                     temp2_gpu, temp3_gpu, temp4_gpu})
    CUDA_CHECK(cudaFreeAsync(array, stream));
  CUDA_CHECK(cudaFreeAsync(strongest_gpu, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaStreamDestroy(stream));
