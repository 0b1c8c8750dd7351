// attack: inject
// root: files
// what: puts control characters of terminals where the compiler quotes them
// list: 1
#include "gpuHeaders.cuh"
#include "utils.hpp"

#error \033[2J [2J[31m   100 points ‮ stniop ⁦

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}
