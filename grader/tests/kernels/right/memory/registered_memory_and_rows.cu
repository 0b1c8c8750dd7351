// what: Registers the arrays of the CPU as pinned memory; copies as rows of two dimensions, in a
//   stream that does not wait for others.
// @@ src/onewaywrapper.cu block 1
  const size_t nodeBytes = numVertices * sizeof(int), edgeBytes = numEdges * sizeof(int);
  unsigned long long* strongest_gpu = nullptr;
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto make = [](auto** array, size_t bytes) {
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(array), bytes ? bytes : 1));
  };
  make(&strongNeighbor_gpu, nodeBytes);
  make(&matches_gpu, nodeBytes);
  make(&strongest_gpu, 2 * nodeBytes);
  for (int** array :
       {&src_gpu, &dst_gpu, &weight_gpu, &temp1_gpu, &temp2_gpu, &temp3_gpu, &temp4_gpu})
    make(array, edgeBytes + sizeof(int));
  const struct {
    int *to, *from;
    size_t bytes;
  } copies[] = {{matches_gpu, matches, nodeBytes},
                {src_gpu, graph.src, edgeBytes},
                {dst_gpu, graph.dst, edgeBytes},
                {weight_gpu, graph.weight, edgeBytes}};
  for (const auto& copy : copies) {
    if (copy.bytes == 0) continue;
    CUDA_CHECK(cudaHostRegister(copy.from, copy.bytes, cudaHostRegisterDefault));
    CUDA_CHECK(cudaMemcpy2DAsync(copy.to, copy.bytes, copy.from, copy.bytes, copy.bytes, 1,
                                 cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaHostUnregister(copy.from));
  }
  CUDA_CHECK(cudaStreamDestroy(stream));
