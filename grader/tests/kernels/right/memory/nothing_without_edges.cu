// what: returns before the first call of CUDA if the graph has no edge, because then the matching is right already
// @@ src/onewaywrapper.cu block 1
  if (numEdges == 0) return 1;
  unsigned long long* strongest_gpu = nullptr;
  int** const ofNodes[] = {&strongNeighbor_gpu, &matches_gpu};
  int** const ofEdges[] = {&src_gpu, &dst_gpu, &weight_gpu, &temp1_gpu, &temp2_gpu, &temp3_gpu, &temp4_gpu};
  for (int** name : ofNodes) CUDA_CHECK(cudaMalloc(name, sizeof(int) * numVertices));
  for (int** name : ofEdges) CUDA_CHECK(cudaMalloc(name, sizeof(int) * (numEdges + 1)));
  CUDA_CHECK(cudaMalloc(&strongest_gpu, sizeof(unsigned long long) * numVertices));
  const auto fill = [](int* to, const int* from, int count) {
    CUDA_CHECK(cudaMemcpy(to, from, sizeof(int) * count, cudaMemcpyHostToDevice));
  };
  fill(matches_gpu, matches, numVertices);
  fill(src_gpu, graph.src, numEdges);
  fill(dst_gpu, graph.dst, numEdges);
  fill(weight_gpu, graph.weight, numEdges);
// @@ src/onewaywrapper.cu block 3
  for (int** name : ofNodes) CUDA_CHECK(cudaFree(*name));
  for (int** name : ofEdges) CUDA_CHECK(cudaFree(*name));
  CUDA_CHECK(cudaFree(strongest_gpu));
