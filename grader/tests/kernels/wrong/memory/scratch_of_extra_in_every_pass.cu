// what: the array of the extra credit is allocated in every pass and freed once
// seen: -extra, with two passes or more
// verdicts: MEMORY
// blame: memory extra
// @@ src/onewaywrapper.cu block 1
  unsigned long long* strongest_gpu = nullptr;
  const size_t n = sizeof(int) * numVertices, e = sizeof(int) * numEdges;
  CUDA_CHECK(cudaMalloc(&strongNeighbor_gpu, n));
  CUDA_CHECK(cudaMalloc(&matches_gpu, n));
  CUDA_CHECK(cudaMalloc(&src_gpu, e));
  CUDA_CHECK(cudaMalloc(&dst_gpu, e));
  CUDA_CHECK(cudaMalloc(&weight_gpu, e));
  CUDA_CHECK(cudaMalloc(&temp1_gpu, e + sizeof(int)));
  CUDA_CHECK(cudaMalloc(&temp2_gpu, e + sizeof(int)));
  CUDA_CHECK(cudaMalloc(&temp3_gpu, e));
  CUDA_CHECK(cudaMalloc(&temp4_gpu, e));
  CUDA_CHECK(cudaMemcpy(matches_gpu, matches, n, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(src_gpu, graph.src, e, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dst_gpu, graph.dst, e, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(weight_gpu, graph.weight, e, cudaMemcpyHostToDevice));
// @@ src/onewaywrapper.cu block 2
      CUDA_CHECK(cudaMalloc(&strongest_gpu, 2 * n));  // BLAME
      clear_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, numVertices);
      find_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                                 strongest_gpu, numEdges);
      take_neighbor_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, strongNeighbor_gpu,
                                                                numVertices);
      CUDA_CHECK(cudaGetLastError());
// @@ src/onewaywrapper.cu block 3
  int* const arrays[] = {strongNeighbor_gpu, matches_gpu, src_gpu,   dst_gpu,  weight_gpu,
                         temp1_gpu,          temp2_gpu,   temp3_gpu, temp4_gpu};
  for (int* array : arrays) CUDA_CHECK(cudaFree(array));
  CUDA_CHECK(cudaFree(strongest_gpu));  // BLAME
