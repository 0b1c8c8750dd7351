// The four kernels without bodies. If the device is in another process, host code needs only the
// names and parameters of the kernels.
#include "gpuHeaders.cuh"

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {}

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}

__global__ void exclusive_prefix_sum_gpu(int* oldSum, int* newSum, int distance, int numElements) {}

__global__ void packGraph_gpu(int* newSrc, int* oldSrc, int* newDst, int* oldDst, int* newWeight,
                              int* oldWeight, int* edgeMap, int numEdges) {}
