// attack: read
// root: device
// what: includes the secret by relative paths and through the folders of /proc
// list: 4
#include "gpuHeaders.cuh"
#include "utils.hpp"

#include "/proc/self/root@SECRET@"
#include "../../../../../../../../..@SECRET@"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
