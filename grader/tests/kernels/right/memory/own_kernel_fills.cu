// what: Own kernels, a static one and one of a template, fill the arrays, with variables of the
//   device that are set by cudaMemcpyToSymbol.
// @@ src/gpu_extra_credit/extra.cu
#include "utils.hpp"

static __constant__ int initial[2];
__device__ int filled;

static __global__ void fill_gpu(int* array, int which, int count) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < count; x += blockDim.x * gridDim.x) {
    array[x] = initial[which];
    atomicAdd(&filled, 1);
  }
}
template <typename T>
__global__ void copy_gpu(T* to, const T* from, size_t count) {
  for (size_t x = blockIdx.x * blockDim.x + threadIdx.x; x < count; x += blockDim.x * gridDim.x)
    to[x] = from[x];
}

/** YOUR CODE GOES BELOW (extra credit) **/
__global__ void strongest_gpu(int* src, int* dst, int* weight, int* strongNeighbor, int numNodes,
                              int numEdges) {
  for (int node = blockIdx.x * blockDim.x + threadIdx.x; node < numNodes;
       node += blockDim.x * gridDim.x) {
    int best = -1;
    for (int x = 0; x < numEdges; x++)
      if (src[x] == node && (best < 0 || weight[x] > weight[best])) best = x;
    strongNeighbor[node] = best < 0 ? UNMATCHED : dst[best];
  }
}
/** YOUR CODE GOES ABOVE (extra credit) **/
// @@ src/onewaywrapper.cu block 1
  const size_t nodeBytes = numVertices * sizeof(int);
  const size_t edgeBytes = numEdges * sizeof(int);
  const int values[2] = {UNMATCHED, 0};
  int* staging = nullptr;
  CUDA_CHECK(cudaMemcpyToSymbol(initial, values, sizeof values));
  CUDA_CHECK(cudaMalloc(&staging, edgeBytes + sizeof(int)));
  CUDA_CHECK(cudaMalloc(&strongNeighbor_gpu, nodeBytes));
  CUDA_CHECK(cudaMalloc(&matches_gpu, nodeBytes));
  fill_gpu<<<num_thread_blocks, threadsPerBlock>>>(matches_gpu, 0, numVertices);
  for (int** array : {&temp1_gpu, &temp2_gpu, &temp3_gpu, &temp4_gpu}) {
    CUDA_CHECK(cudaMalloc(array, edgeBytes + sizeof(int)));
    fill_gpu<<<num_thread_blocks, threadsPerBlock>>>(*array, 1, numEdges + 1);
  }
  const std::pair<int**, int*> lists[] = {
      {&src_gpu, graph.src}, {&dst_gpu, graph.dst}, {&weight_gpu, graph.weight}};
  for (const auto& list : lists) {
    CUDA_CHECK(cudaMalloc(list.first, edgeBytes));
    CUDA_CHECK(cudaMemcpy(staging, list.second, edgeBytes, cudaMemcpyHostToDevice));
    copy_gpu<<<num_thread_blocks, threadsPerBlock>>>(*list.first, staging,
                                                     static_cast<size_t>(numEdges));
    CUDA_CHECK(cudaGetLastError());
  }
  int count = 0;
  CUDA_CHECK(cudaMemcpyFromSymbol(&count, filled, sizeof count));
  if (count < numVertices) fprintf(stderr, "only %d elements were filled\n", count);
  CUDA_CHECK(cudaFree(staging));
// @@ src/onewaywrapper.cu block 2
      strongest_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
// @@ src/onewaywrapper.cu block 3
  for (int* array : {strongNeighbor_gpu, matches_gpu, src_gpu, dst_gpu, weight_gpu, temp1_gpu,
                     temp2_gpu, temp3_gpu, temp4_gpu})
    CUDA_CHECK(cudaFree(array));
