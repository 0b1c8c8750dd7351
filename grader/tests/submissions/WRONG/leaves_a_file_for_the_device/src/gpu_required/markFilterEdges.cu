// TASK 2 of 3: markFilterEdges_gpu                            (handout, "Edges Filtering")
//
// A matched node cannot be matched again, so an edge is worth keeping only when both of its ends
// are still unmatched. Set keepEdges[x] to 1 for an edge to keep and to 0 for an edge to filter
// out.
//
//   src        [  0,  1,  1,  2,  2,  3 ]
//   dst        [  1,  0,  2,  1,  3,  2 ]
//   matches    [  1,  0, -1, -1 ]          nodes 0 and 1 are matched
//   keepEdges  [  0,  0,  0,  0,  1,  1 ]
#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  /** YOUR CODE GOES BELOW **/
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;

  // The thread of edge x writes keepEdges[x] and nothing else.
  for (int x = tid; x < numEdges; x += numThreads) {
    const bool keep = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;
    keepEdges[x] = keep ? 1 : 0;
  }
  /** YOUR CODE GOES ABOVE **/
}
