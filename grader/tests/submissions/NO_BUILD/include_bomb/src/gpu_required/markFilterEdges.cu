// attack: exhaust
// root: resources
// what: includes itself, twice each time
// list: 10
#include "gpuHeaders.cuh"
#include "utils.hpp"

#include "markFilterEdges.cu"
#include "markFilterEdges.cu"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
