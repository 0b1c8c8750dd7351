// attack: forge
// root: device
// what: defines main itself
// list: 2
#include <stdio.h>

#include "gpuHeaders.cuh"
#include "utils.hpp"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {}

int main() {
  puts("handshake_forged: ok");
  return 0;
}
