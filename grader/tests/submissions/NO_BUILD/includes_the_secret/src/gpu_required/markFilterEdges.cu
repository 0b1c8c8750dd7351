// attack: read
// root: device
// what: includes the secret, so that the compiler quotes it in a message
// list: 4
// quick: yes
#include "gpuHeaders.cuh"
#include "utils.hpp"

#include "@SECRET@"

__global__ void markFilterEdges_gpu(int* src, int* dst, int* matches, int* keepEdges,
                                    int numEdges) {
  (void)numEdges;
}
