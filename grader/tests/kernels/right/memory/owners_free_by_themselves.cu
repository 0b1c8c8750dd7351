// what: Local objects own the arrays and free them when the function ends.
// @@ src/onewaywrapper.cu block 1
  struct Owner {
    void* array = nullptr;
    Owner() = default;
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() { cudaFree(array); }
    int* allocate(size_t count) {
      CUDA_CHECK(cudaMalloc(&array, count * sizeof(int)));
      return static_cast<int*>(array);
    }
  };
  Owner owners[10];
  strongNeighbor_gpu = owners[0].allocate(numVertices);
  matches_gpu = owners[1].allocate(numVertices);
  src_gpu = owners[2].allocate(numEdges);
  dst_gpu = owners[3].allocate(numEdges);
  weight_gpu = owners[4].allocate(numEdges);
  temp1_gpu = owners[5].allocate(numEdges + 1);
  temp2_gpu = owners[6].allocate(numEdges + 1);
  temp3_gpu = owners[7].allocate(numEdges);
  temp4_gpu = owners[8].allocate(numEdges);
  auto* strongest_gpu = reinterpret_cast<unsigned long long*>(owners[9].allocate(2 * numVertices));
  cudaMemcpy(matches_gpu, matches, numVertices * sizeof *matches, cudaMemcpyHostToDevice);
  cudaMemcpy(src_gpu, graph.src, numEdges * sizeof *src_gpu, cudaMemcpyHostToDevice);
  cudaMemcpy(dst_gpu, graph.dst, numEdges * sizeof *dst_gpu, cudaMemcpyHostToDevice);
  cudaMemcpy(weight_gpu, graph.weight, numEdges * sizeof *weight_gpu, cudaMemcpyHostToDevice);
// @@ src/onewaywrapper.cu block 3
