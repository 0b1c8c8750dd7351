// what: CUDA's functions are called through pointers, by an algorithm, and as templates.
// @@ src/onewaywrapper.cu block 1
  std::vector<void*> arrays;
  cudaError_t (*const allocate)(void**, size_t) = cudaMalloc;
  const auto make = [&](size_t count) {
    void* array = nullptr;
    CUDA_CHECK(allocate(&array, count * sizeof(int)));
    arrays.push_back(array);
    return static_cast<int*>(array);
  };
  struct Owner {
    cudaError_t (*end)(void*);
    void* array;
    ~Owner() { end(array); }
  };
  CUDA_CHECK(cudaMalloc<int>(&strongNeighbor_gpu, numVertices * sizeof(int)));
  const Owner owner = {&cudaFree, strongNeighbor_gpu};
  matches_gpu = make(numVertices);
  src_gpu = make(numEdges);
  dst_gpu = make(numEdges);
  weight_gpu = make(numEdges);
  temp1_gpu = make(numEdges + 1);
  temp2_gpu = make(numEdges + 1);
  temp3_gpu = make(numEdges);
  temp4_gpu = make(numEdges);
  auto* strongest_gpu = reinterpret_cast<unsigned long long*>(make(2 * numVertices));
  decltype(cudaMemcpy)* const copy = cudaMemcpy;
  copy(matches_gpu, matches, numVertices * sizeof *matches, cudaMemcpyHostToDevice);
  copy(src_gpu, graph.src, numEdges * sizeof *src_gpu, cudaMemcpyHostToDevice);
  ::cudaMemcpy(dst_gpu, graph.dst, numEdges * sizeof *dst_gpu, cudaMemcpyHostToDevice);
  (cudaMemcpy)(weight_gpu, graph.weight, numEdges * sizeof *weight_gpu, cudaMemcpyHostToDevice);
// @@ src/onewaywrapper.cu block 3
  for (void* array : arrays) (*cudaFree)(array);
