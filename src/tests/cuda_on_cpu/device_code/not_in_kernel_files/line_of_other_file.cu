__global__ void k(int* p) { p[threadIdx.x] = 1; }
#line 1 "kernel_runner.cu"  // REFUSED
__device__ int x;
