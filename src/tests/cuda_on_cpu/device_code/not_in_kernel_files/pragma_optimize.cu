#pragma GCC optimize("O0")  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
