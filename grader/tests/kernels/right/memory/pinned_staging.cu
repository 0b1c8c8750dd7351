// what: Everything is copied through one pinned array of the CPU.
// @@ src/onewaywrapper.cu block 1
  const size_t nodeBytes = numVertices * sizeof(int);
  const size_t edgeBytes = numEdges * sizeof(int);
  unsigned long long* strongest_gpu = nullptr;
  if (extra_credit) CUDA_CHECK(cudaMalloc(&strongest_gpu, 2 * nodeBytes));
  void* pinned = nullptr;
  CUDA_CHECK(cudaMallocHost(&pinned, std::max(nodeBytes, edgeBytes)));
  auto upload = [pinned](int*& array, const int* from, size_t bytes) {
    CUDA_CHECK(cudaMalloc(&array, bytes));
    memcpy(pinned, from, bytes);
    CUDA_CHECK(cudaMemcpy(array, pinned, bytes, cudaMemcpyDefault));
  };
  upload(matches_gpu, matches, nodeBytes);
  upload(src_gpu, graph.src, edgeBytes);
  upload(dst_gpu, graph.dst, edgeBytes);
  upload(weight_gpu, graph.weight, edgeBytes);
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaMalloc(&strongNeighbor_gpu, nodeBytes));
  CUDA_CHECK(cudaMalloc(&temp1_gpu, edgeBytes + 4));
  CUDA_CHECK(cudaMalloc(&temp2_gpu, edgeBytes + 4));
  CUDA_CHECK(cudaMalloc(&temp3_gpu, edgeBytes));
  CUDA_CHECK(cudaMalloc(&temp4_gpu, edgeBytes));
// @@ src/onewaywrapper.cu block 3
  cudaFree(temp4_gpu), cudaFree(temp3_gpu), cudaFree(temp2_gpu), cudaFree(temp1_gpu);
  cudaFree(weight_gpu), cudaFree(dst_gpu), cudaFree(src_gpu);
  cudaFree(matches_gpu), cudaFree(strongNeighbor_gpu);
  if (strongest_gpu != nullptr) CUDA_CHECK(cudaFree(strongest_gpu));
