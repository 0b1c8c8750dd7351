// attack: exhaust
// root: resources
// what: has the compiler write an array of 64 gigabytes into the object
// list: 9
#include "gpuHeaders.cuh"
#include "utils.hpp"

char gigantic[64UL << 30] = {1};

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
