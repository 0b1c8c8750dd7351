// what: A table lists the arrays; a loop allocates them, with room to spare, and frees them.
// @@ src/onewaywrapper.cu block 1
  unsigned long long* strongest_gpu = nullptr;
  const size_t largest = sizeof(long long) * (std::max(numVertices, numEdges) + 2);
  void** const table[] = {(void**)&strongNeighbor_gpu, (void**)&matches_gpu, (void**)&src_gpu,
                          (void**)&dst_gpu,            (void**)&weight_gpu,  (void**)&temp1_gpu,
                          (void**)&temp2_gpu,          (void**)&temp3_gpu,   (void**)&temp4_gpu,
                          (void**)&strongest_gpu};
  cudaFree(0);
  for (void** name : table) {
    const cudaError_t error = cudaMalloc(name, largest);
    if (error != cudaSuccess) fprintf(stderr, "cudaMalloc: %s\n", cudaGetErrorString(error));
    CUDA_CHECK(cudaMemset(*name, 0, largest));
  }
  struct Copy {
    int *to, *from;
    int count;
  } const copies[] = {{matches_gpu, matches, numVertices},
                      {src_gpu, graph.src, numEdges},
                      {dst_gpu, graph.dst, numEdges},
                      {weight_gpu, graph.weight, numEdges}};
  for (const Copy& copy : copies)
    CUDA_CHECK(cudaMemcpy(copy.to, copy.from, copy.count * sizeof(int), cudaMemcpyHostToDevice));
// @@ src/onewaywrapper.cu block 3
  CUDA_CHECK(cudaDeviceSynchronize());
  for (void** name : table) CUDA_CHECK(cudaFree(*name));
