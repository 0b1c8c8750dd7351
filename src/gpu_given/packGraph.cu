// The fourth kernel, which is given and finished: read it before you write the other three kernels.
#include "gpuHeaders.cuh"

// Move every kept edge to its place in the edge list of the next pass.
//
//   keepEdges  [ 1, 0, 1, 1 ]
//   edgeMap    [ 0, 1, 1, 2, 3 ]    edge 1 is filtered out, so edge 2 gets place 1
//
// Every thread takes the edges tid, tid + numThreads, tid + 2 * numThreads, ...: the work is spread
// evenly for every number of threads, and neighboring threads read neighboring elements.
//
// No two threads write the same element: the prefix sum grows by one after each kept edge, so kept
// edges have different places. Their order does not change; the tie rule relies on this order.
__global__ void packGraph_gpu(int* newSrc, int* oldSrc, int* newDst, int* oldDst, int* newWeight,
                              int* oldWeight, int* edgeMap, int numEdges) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  const int numThreads = blockDim.x * gridDim.x;

  for (int x = tid; x < numEdges; x += numThreads) {
    const int place = edgeMap[x];
    const bool kept = edgeMap[x + 1] != place;
    if (kept) {
      newSrc[place] = oldSrc[x];
      newDst[place] = oldDst[x];
      newWeight[place] = oldWeight[x];
    }
  }
}
