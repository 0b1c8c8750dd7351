__device__ __attribute__((optimize("O3"))) int read(int* p) { return p[7]; }  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
