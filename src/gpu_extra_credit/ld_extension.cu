// EXTRA CREDIT: the locally dominant matching, fast           (docs/extensions/ld_extension.md)
//
// An edge is locally dominant when both its ends prefer it to all other edges that they still have.
// Such edges join the matching until no edge is left; the result does not depend on the order. Here
// everything is yours: the kernels, the launches and the memory. `make extension` builds ld_match
// and runs it on the test cases.
#include "gpu/cuda_check.cuh"
#include "ld_extension.cuh"
#include "utils.hpp"

/** YOUR CODE GOES BELOW (kernels) **/

// The thread of node x writes matches[x].
__global__ void begin_unmatched_gpu(int* matches, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads)
    matches[x] = UNMATCHED;
}

// The thread of node x writes wanted[x], and reads no other element of `wanted`. If the
// neighbor that a node wants is still free, the node wants it in the next pass as well, so the
// node's edges are not read again.
// Neighbors are in rising order, so the first of the heaviest is the one with the smallest index.
__global__ void want_strongest_gpu(const int* offsets, const int* neighbors, const int* weights,
                                   const int* matches, int* wanted, int numNodes, bool isFirst) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    if (matches[x] != UNMATCHED) continue;
    if (!isFirst && (wanted[x] == UNMATCHED || matches[wanted[x]] == UNMATCHED)) continue;
    int best = UNMATCHED, heaviest = 0;
    for (int e = offsets[x]; e < offsets[x + 1]; e++) {
      if (best != UNMATCHED && weights[e] <= heaviest) continue;
      if (matches[neighbors[e]] != UNMATCHED) continue;
      best = neighbors[e];
      heaviest = weights[e];
    }
    wanted[x] = best;
  }
}

// The thread of node x writes matches[x]. All threads that find a partner write the same value to
// hasChanged.
__global__ void match_mutual_gpu(const int* wanted, int* matches, int* hasChanged, int numNodes) {
  const int numThreads = blockDim.x * gridDim.x;
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < numNodes; x += numThreads) {
    if (matches[x] != UNMATCHED || wanted[x] == UNMATCHED || wanted[wanted[x]] != x) continue;
    matches[x] = wanted[x];
    *hasChanged = 1;
  }
}
/** YOUR CODE GOES ABOVE (kernels) **/

void match_locally_dominant(const int* offsets, const int* neighbors, const int* weights,
                            int* matches, int numNodes, int numEdges) {
  /** YOUR CODE GOES BELOW (launches) **/
  if (numNodes == 0) return;
  const int blockSize = 256;
  const int numBlocks = min(65535, (numNodes + blockSize - 1) / blockSize);
  int* wanted = nullptr;  // [numNodes], and hasChanged after it
  CUDA_CHECK(cudaMalloc(&wanted, (numNodes + size_t{1}) * sizeof(int)));
  int* const hasChanged = wanted + numNodes;
  begin_unmatched_gpu<<<numBlocks, blockSize>>>(matches, numNodes);
  int goesOn = 1;
  for (bool isFirst = true; goesOn; isFirst = false) {
    CUDA_CHECK(cudaMemset(hasChanged, 0, sizeof(int)));
    want_strongest_gpu<<<numBlocks, blockSize>>>(offsets, neighbors, weights, matches, wanted,
                                                 numNodes, isFirst);
    match_mutual_gpu<<<numBlocks, blockSize>>>(wanted, matches, hasChanged, numNodes);
    CUDA_CHECK(cudaMemcpy(&goesOn, hasChanged, sizeof(int), cudaMemcpyDeviceToHost));
  }
  CUDA_CHECK(cudaFree(wanted));
  /** YOUR CODE GOES ABOVE (launches) **/
}
