// what: A thread halves its range by recursion, as often as the number of edges has binary digits.
// @@ src/gpu_required/markFilterEdges.cu
#include "gpuHeaders.cuh"
#include "utils.hpp"

struct Lists {
  int *src, *dst, *matches, *keepEdges;
};

// Handles `count` elements: begin, begin + stride, and so on.
__device__ void mark(const Lists& lists, int begin, int stride, int count) {
  if (count == 0) return;
  if (count > 1) {
    mark(lists, begin, stride, count / 2);
    mark(lists, begin + count / 2 * stride, stride, count - count / 2);
    return;
  }
  bool keep = lists.matches[lists.src[begin]] == UNMATCHED;
  keep &= lists.matches[lists.dst[begin]] == UNMATCHED;
  lists.keepEdges[begin] = keep;
}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int total = blockDim.x * gridDim.x;
  if (tid < numEdges)
    mark({src, dst, matches, keepEdges}, tid, total, (numEdges - tid - 1) / total + 1);
  /** YOUR CODE GOES ABOVE **/
}
