#include "/usr/include/stdio.h"  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
