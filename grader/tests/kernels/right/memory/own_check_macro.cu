// what: The student's own macro checks every call, with file and line; printf of the sizes.
// @@ src/onewaywrapper.cu block 1
#define CHECK(call)                                                            \
  do {                                                                         \
    const cudaError_t err = (call);                                            \
    if (err != cudaSuccess) {                                                  \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(err)); \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  fprintf(stderr, "%d devices, %s, %d nodes, %d edges\n", count, properties.name, numVertices,
          numEdges);
  const size_t n = sizeof(int) * numVertices, m = sizeof(int) * numEdges;
  unsigned long long* strongest_gpu = NULL;
  CHECK(cudaMalloc(&strongNeighbor_gpu, n));
  CHECK(cudaMalloc(&matches_gpu, n));
  CHECK(cudaMalloc(&src_gpu, m));
  CHECK(cudaMalloc(&dst_gpu, m));
  CHECK(cudaMalloc(&weight_gpu, m));
  CHECK(cudaMalloc(&temp1_gpu, m + 4));
  CHECK(cudaMalloc(&temp2_gpu, m + 4));
  CHECK(cudaMalloc(&temp3_gpu, m + 4));
  CHECK(cudaMalloc(&temp4_gpu, m + 4));
  CHECK(cudaMalloc(&strongest_gpu, 2 * n));
  CHECK(cudaMemcpy(matches_gpu, matches, n, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(src_gpu, graph.src, m, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dst_gpu, graph.dst, m, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(weight_gpu, graph.weight, m, cudaMemcpyHostToDevice));
  CHECK(cudaDeviceSynchronize());
