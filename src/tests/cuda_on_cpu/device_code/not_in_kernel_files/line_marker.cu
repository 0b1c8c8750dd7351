int y;
# 1 "kernel_runner.cu" 3  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
