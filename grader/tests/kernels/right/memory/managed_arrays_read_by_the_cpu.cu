// what: Managed memory only; the CPU writes it element by element, prefetches it, and reads it
//   after the kernels of -extra have run.
// seen: Since CUDA 13, cudaMemPrefetchAsync has other arguments: nvcc 13 does not compile this.
// gpu: OK NOT_CHECKED
// @@ src/onewaywrapper.cu block 1
  unsigned long long* strongest_gpu = nullptr;
  const auto make = [](auto*& array, size_t count) {
    CUDA_CHECK(cudaMallocManaged(&array, count * sizeof *array));
  };
  make(strongNeighbor_gpu, numVertices);
  make(matches_gpu, numVertices);
  make(src_gpu, numEdges);
  make(dst_gpu, numEdges);
  make(weight_gpu, numEdges);
  make(temp1_gpu, numEdges + 1);
  make(temp2_gpu, numEdges + 1);
  make(temp3_gpu, numEdges);
  make(temp4_gpu, numEdges);
  make(strongest_gpu, numVertices);
  for (int x = 0; x < numVertices; x++) matches_gpu[x] = matches[x];
  for (int x = 0; x < numEdges; x++) {
    src_gpu[x] = graph.src[x];
    dst_gpu[x] = graph.dst[x];
    weight_gpu[x] = graph.weight[x];
  }
  if (numEdges > 0) {
    CUDA_CHECK(cudaMemPrefetchAsync(src_gpu, numEdges * sizeof(int), 0, 0));
    CUDA_CHECK(cudaDeviceSynchronize());
  }
// @@ src/onewaywrapper.cu block 2
      clear_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, numVertices);
      find_strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                                 strongest_gpu, numEdges);
      take_neighbor_gpu<<<num_thread_blocks, threadsPerBlock>>>(strongest_gpu, strongNeighbor_gpu,
                                                                numVertices);
      CUDA_CHECK(cudaDeviceSynchronize());
      int free_nodes = 0;
      for (int x = 0; x < numVertices; x++) free_nodes += strongNeighbor_gpu[x] != UNMATCHED;
      fprintf(stderr, "pass %d: %d nodes extend a hand\n", pass, free_nodes);
