#define HEADER <stdio.h>
#include HEADER  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
