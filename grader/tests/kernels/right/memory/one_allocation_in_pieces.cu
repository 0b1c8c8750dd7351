// what: All arrays are pieces of one allocation.
// @@ src/onewaywrapper.cu block 1
  const size_t nodes = numVertices, edges = numEdges;
  unsigned long long* strongest_gpu = nullptr;
  int* everything_gpu = nullptr;
  const size_t elements = 2 * nodes + (edges + edges % 2) + 6 * (edges + 1) + 2 * nodes + 1;
  CUDA_CHECK(cudaMalloc(&everything_gpu, elements * sizeof(int)));
  int* next_gpu = everything_gpu;
  auto piece = [&next_gpu](size_t count) {
    int* const start = next_gpu;
    next_gpu += count;
    return start;
  };
  strongest_gpu = reinterpret_cast<unsigned long long*>(piece(2 * nodes));
  strongNeighbor_gpu = piece(nodes);
  matches_gpu = piece(nodes);
  src_gpu = piece(edges);
  dst_gpu = piece(edges);
  weight_gpu = piece(edges);
  temp1_gpu = piece(edges + 1);
  temp2_gpu = piece(edges + 1);
  temp3_gpu = piece(edges);
  temp4_gpu = piece(edges);
  CUDA_CHECK(cudaMemcpy(matches_gpu, matches, nodes * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(src_gpu, graph.src, edges * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(dst_gpu, graph.dst, edges * sizeof(int), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(weight_gpu, graph.weight, edges * sizeof(int), cudaMemcpyHostToDevice));
// @@ src/onewaywrapper.cu block 3
  CUDA_CHECK(cudaFree(everything_gpu));
