// attack: read
// root: device
// what: has a pragma open the secret
// list: 4
#include "gpuHeaders.cuh"
#include "utils.hpp"

#pragma GCC dependency "@SECRET@"
#pragma GCC poison markFilterEdges_gpu

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
