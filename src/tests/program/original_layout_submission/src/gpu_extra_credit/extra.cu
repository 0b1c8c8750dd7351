// A submission of an earlier year: see ../../README.md.
#include <stdio.h>
#include <stdlib.h>

/** YOUR CODE GOES BELOW **/
__global__ void forget_strongest(int* strongNeighbor, int numNodes) {
  int stride = blockDim.x * gridDim.x;
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < numNodes; v += stride) {
    strongNeighbor[v] = -1;
  }
}

// The thread that meets the first edge of a node walks over all edges of this node.
__global__ void walk_to_strongest(int* src, int* dst, int* weight, int* strongNeighbor,
                                  int numEdges) {
  int stride = blockDim.x * gridDim.x;
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < numEdges; e += stride) {
    if (e > 0 && src[e - 1] == src[e]) continue;
    int best = e;
    for (int f = e + 1; f < numEdges && src[f] == src[e]; f++) {
      if (weight[f] > weight[best]) best = f;
    }
    strongNeighbor[src[e]] = dst[best];
  }
}
/** YOUR CODE GOES ABOVE **/
