// A submission of an earlier year: see ../../README.md.
#include <stdio.h>
#include <stdlib.h>

__global__ void check_handshaking_gpu(int* strongNeighbor, int* matches, int numNodes) {
  /** YOUR CODE GOES BELOW **/
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  while (id < numNodes) {
    int mine = strongNeighbor[id];
    if (matches[id] == -1 && mine >= 0) {
      if (strongNeighbor[mine] == id) matches[id] = mine;
    }
    id += gridDim.x * blockDim.x;
  }
  /** YOUR CODE GOES ABOVE **/
}
