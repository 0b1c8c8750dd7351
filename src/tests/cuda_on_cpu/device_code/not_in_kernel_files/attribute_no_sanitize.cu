__attribute__((no_sanitize("thread"))) __device__ int read(int* p) { return p[7]; }  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
