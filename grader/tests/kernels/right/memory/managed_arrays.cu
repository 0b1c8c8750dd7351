// what: Managed memory: the CPU writes it, or cudaMemcpy does, with different directions.
// @@ src/onewaywrapper.cu block 1
  const size_t nodeBytes = numVertices * sizeof(int);
  const size_t edgeBytes = numEdges * sizeof(int);
  unsigned long long* strongest_gpu = nullptr;
  if (extra_credit) CUDA_CHECK(cudaMallocManaged(&strongest_gpu, 2 * nodeBytes));
  CUDA_CHECK(cudaMallocManaged(&strongNeighbor_gpu, nodeBytes));
  CUDA_CHECK(cudaMallocManaged(&matches_gpu, nodeBytes));
  for (int** array : {&src_gpu, &dst_gpu, &weight_gpu, &temp1_gpu, &temp2_gpu, &temp3_gpu, &temp4_gpu})
    CUDA_CHECK(cudaMallocManaged(array, edgeBytes + sizeof(int), cudaMemAttachGlobal));
  for (int x = 0; x < numVertices; x++) matches_gpu[x] = matches[x];
  std::copy(graph.src, graph.src + numEdges, src_gpu);
  CUDA_CHECK(cudaMemcpy(dst_gpu, graph.dst, edgeBytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(weight_gpu, graph.weight, edgeBytes, cudaMemcpyHostToHost));
