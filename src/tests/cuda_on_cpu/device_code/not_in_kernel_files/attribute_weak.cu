__device__ __attribute__((weak)) int read(int* p) { return p[7]; }  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
