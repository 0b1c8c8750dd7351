// what: One thread does all the work, in a stream; a struct of pointers is its only argument.
// @@ src/gpu_extra_credit/extra.cu block 1
struct Edges {
  const int *src, *dst, *weight;
  int count;
};
struct Job {
  Edges edges;
  int* strongNeighbor;
  unsigned long long* place_of_strongest;
  int numNodes;
};

static __global__ void alone(Job job) {
  for (int node = job.numNodes - 1; node >= 0; --node) job.strongNeighbor[node] = UNMATCHED;
  int x = 0;
  while (x != job.edges.count) {
    const int node = job.edges.src[x];
    const bool is_first = job.strongNeighbor[node] == UNMATCHED;
    const auto best = is_first ? 0 : job.place_of_strongest[node];
    if (is_first || job.edges.weight[x] > job.edges.weight[best]) {
      job.strongNeighbor[node] = job.edges.dst[x];
      job.place_of_strongest[node] = x;
    }
    x++;
  }
}
// @@ src/onewaywrapper.cu block 2
      cudaStream_t stream;
      cudaEvent_t begin, end;
      CUDA_CHECK(cudaStreamCreate(&stream));
      CUDA_CHECK(cudaEventCreate(&begin));
      CUDA_CHECK(cudaEventCreate(&end));
      CUDA_CHECK(cudaEventRecord(begin, stream));
      const Edges edges = {src_gpu, dst_gpu, weight_gpu, numEdges};
      alone<<<1, 1, 0, stream>>>(Job{edges, strongNeighbor_gpu, strongest_gpu, numVertices});
      CUDA_CHECK(cudaEventRecord(end, stream));
      CUDA_CHECK(cudaEventSynchronize(end));
      float milliseconds = 0;
      CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
      if (milliseconds < 0) fprintf(stderr, "no time\n");
      CUDA_CHECK(cudaStreamSynchronize(stream));
      CUDA_CHECK(cudaEventDestroy(begin));
      CUDA_CHECK(cudaEventDestroy(end));
      CUDA_CHECK(cudaStreamDestroy(stream));
