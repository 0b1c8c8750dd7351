extern "C" __device__ int read(int* p) { return p[7]; }
extern "C" int other(int*) __attribute__((alias("read")));  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
