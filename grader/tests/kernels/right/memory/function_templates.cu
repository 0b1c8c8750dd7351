// what: Function templates of the wrapper allocate, copy and free, with variadic arguments.
// @@ src/gpu_extra_credit/extra.cu
#include <cstdlib>

#include "utils.hpp"

template <typename T>
static T* on_gpu(size_t count) {
  T* array = 0;
  if (cudaMalloc((void**)&array, count * sizeof(T)) != cudaSuccess) abort();
  return array;
}
template <typename T>
static T* on_gpu(const T* from, size_t count) {
  T* const array = on_gpu<T>(count);
  cudaMemcpy(array, from, count * sizeof(T), cudaMemcpyHostToDevice);
  return array;
}
template <typename... Arrays>
static void free_all(Arrays... arrays) {
  (cudaFree(arrays), ...);
}

/** YOUR CODE GOES BELOW (extra credit) **/
struct Best {
  int weight = 0, dst = UNMATCHED;
  __device__ void offer(int other_weight, int other) {
    const bool wins = dst == UNMATCHED || other_weight > weight ||
                      (other_weight == weight && other < dst);
    if (!wins) return;
    weight = other_weight;
    dst = other;
  }
};

__global__ void all_pairs(const int* src, const int* dst, const int* weight, int* neighbor,
                          int nodes, int edges) {
  for (int node = threadIdx.x + blockIdx.x * blockDim.x; node < nodes;
       node += blockDim.x * gridDim.x) {
    Best best;
    for (int x = edges; x-- > 0;)
      if (src[x] == node) best.offer(weight[x], dst[x]);
    neighbor[node] = best.dst;
  }
}
/** YOUR CODE GOES ABOVE (extra credit) **/
// @@ src/onewaywrapper.cu block 1
  matches_gpu = on_gpu(matches, numVertices);
  src_gpu = on_gpu(graph.src, numEdges);
  dst_gpu = on_gpu(graph.dst, numEdges);
  weight_gpu = on_gpu(graph.weight, numEdges);
  strongNeighbor_gpu = on_gpu<int>(numVertices);
  temp1_gpu = on_gpu<int>(numEdges + 1);
  temp2_gpu = on_gpu<int>(numEdges + 1);
  temp3_gpu = on_gpu<int>(numEdges);
  temp4_gpu = on_gpu<int>(numEdges);
// @@ src/onewaywrapper.cu block 2
      all_pairs<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu,
                                                        strongNeighbor_gpu, numVertices, numEdges);
// @@ src/onewaywrapper.cu block 3
  free_all(strongNeighbor_gpu, matches_gpu, src_gpu, dst_gpu, weight_gpu, temp1_gpu, temp2_gpu,
           temp3_gpu, temp4_gpu);
