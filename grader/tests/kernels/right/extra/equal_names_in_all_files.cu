// what: All files define functions, variables and constants with the same names.
// seen: nvcc gives a __device__ function a name for the linker of the CPU, too, so that it cannot
//   link two files with one of the same name.
// gpu: NO_BUILD
// blame: match
// @@ src/gpu_required/check_handshaking.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__constant__ int kNone = UNMATCHED;
__device__ int visits;
static const int kStep = 1;
struct Range {
  int first;
  __device__ int next(int x) const;
};
__device__ int Range::next(int x) const { return x + blockDim.x * gridDim.x * kStep; }
__device__ Range own_range() { return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x)}; }
template <typename T>
__device__ bool is_free(T value) {
  return value == kNone;
}

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  const Range range = own_range();
  if (range.first == 0) visits++;
  for (int x = range.first; x < numNodes; x = range.next(x)) {
    const int y = strongNeighbor[x];
    if (is_free(matches[x]) && !is_free(y) && strongNeighbor[y] == x) matches[x] = y;
  }
  /** YOUR CODE GOES ABOVE **/
}
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

__constant__ int kNone = UNMATCHED;
__device__ long long visits;
static const int kStep = 4;
struct Range {
  int first, last;
  __device__ int next(int x) const;
};
__device__ int Range::next(int x) const { return x + kStep / 4; }
__device__ Range own_range(int count) {
  const int threads = blockDim.x * gridDim.x, each = (count + threads - 1) / threads;
  const int first = min(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) * each, count);
  return {first, min(first + each, count)};
}
template <typename T>
__device__ bool is_free(T value) {
  return !(value != kNone);
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const Range range = own_range(numEdges);
  if (range.first == 0 && threadIdx.x == 0 && blockIdx.x == 0) visits++;
  for (int x = range.first; x < range.last; x = range.next(x))
    keepEdges[x] = is_free(matches[src[x]]) && is_free(matches[dst[x]]);
  /** YOUR CODE GOES ABOVE **/
}
// @@ src/gpu_required/exclusive_prefix_sum.cu
#include "gpuHeaders.cuh"

__device__ int visits[2];
static const int kStep = 0;
struct Range {
  int first;
  __device__ int next(int x) const;
};
__device__ int Range::next(int x) const { return x + kStep + blockDim.x * gridDim.x; }
__device__ Range own_range() { return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x)}; }
template <typename T>
__device__ bool is_free(T value) {
  return value == 0;
}

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {
  /** YOUR CODE GOES BELOW **/
  const Range range = own_range();
  if (range.first == 0) visits[is_free(distance)]++;
  for (int x = range.first; x < numElements; x = range.next(x)) {
    const int shift = is_free(distance) ? 1 : distance;
    const int before = x >= shift ? oldSum[x - shift] : 0;
    newSum[x] = is_free(distance) ? before : oldSum[x] + before;
  }
  /** YOUR CODE GOES ABOVE **/
}
// @@ src/gpu_extra_credit/extra.cu block 1
static __constant__ int kNone;
__device__ unsigned visits;
static const int kStep = 2;
struct Range {
  int first;
  __device__ int next(int x) const;
};
__device__ int Range::next(int x) const { return x + blockDim.x * gridDim.x * (kStep / 2); }
__device__ Range own_range() { return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x)}; }
template <typename T>
__device__ bool is_free(T value) {
  return value == kNone;
}

__global__ void strongest_of_node_gpu(int* src, int* dst, int* weight, int* strongNeighbor,
                                      int numNodes, int numEdges) {
  const Range range = own_range();
  if (range.first == 0) visits++;
  for (int node = range.first; node < numNodes; node = range.next(node)) {
    int low = 0, high = numEdges;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (src[middle] < node) low = middle + 1;
      else high = middle;
    }
    int best = kNone, heaviest = 0;
    for (int x = low; x < numEdges && src[x] == node; x++)
      if (is_free(best) || weight[x] > heaviest) best = dst[x], heaviest = weight[x];
    strongNeighbor[node] = best;
  }
}
// @@ src/onewaywrapper.cu block 2
      const int none = UNMATCHED;
      CUDA_CHECK(cudaMemcpyToSymbol(kNone, &none, sizeof none));
      strongest_of_node_gpu<<<num_thread_blocks, threadsPerBlock>>>(
          src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
      CUDA_CHECK(cudaGetLastError());
