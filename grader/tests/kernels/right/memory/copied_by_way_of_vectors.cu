// what: Copies a vector of UNMATCHED to matches_gpu; other copies are from the GPU to the GPU.
// @@ src/onewaywrapper.cu block 1
  const size_t edgeBytes = numEdges * sizeof(int);
  unsigned long long* strongest_gpu = nullptr;
  const std::vector<int> unmatched(numVertices, UNMATCHED);
  const std::vector<int> lists[] = {{graph.src, graph.src + numEdges},
                                    {graph.dst, graph.dst + numEdges},
                                    {graph.weight, graph.weight + numEdges}};
  int** const names[] = {&src_gpu, &dst_gpu, &weight_gpu};
  CUDA_CHECK(cudaMalloc(&temp1_gpu, edgeBytes + sizeof(int)));
  for (int i = 0; i < 3; i++) {
    CUDA_CHECK(cudaMalloc(names[i], edgeBytes));
    CUDA_CHECK(cudaMemcpy(temp1_gpu, lists[i].data(), edgeBytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(*names[i], temp1_gpu, edgeBytes, cudaMemcpyDeviceToDevice));
  }
  CUDA_CHECK(cudaMalloc(&temp2_gpu, edgeBytes + sizeof(int)));
  CUDA_CHECK(cudaMalloc(&temp3_gpu, edgeBytes));
  CUDA_CHECK(cudaMalloc(&temp4_gpu, edgeBytes));
  CUDA_CHECK(cudaMalloc(&strongNeighbor_gpu, numVertices * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&matches_gpu, numVertices * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(matches_gpu, unmatched.data(), numVertices * sizeof(int),
                        cudaMemcpyHostToDevice));
  if (extra_credit)
    CUDA_CHECK(cudaMalloc(&strongest_gpu, numVertices * sizeof(unsigned long long)));
// @@ src/onewaywrapper.cu block 3
  int* to_free[] = {temp4_gpu, temp3_gpu, temp2_gpu,   temp1_gpu,          weight_gpu,
                    dst_gpu,   src_gpu,   matches_gpu, strongNeighbor_gpu, nullptr};
  for (int i = 9; i >= 0; --i) CUDA_CHECK(cudaFree(to_free[i]));
  if (extra_credit) {
    CUDA_CHECK(cudaFree(strongest_gpu));
  }
