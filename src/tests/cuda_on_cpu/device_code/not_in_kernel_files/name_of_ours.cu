extern "C" int cuda_on_cpu_launch(int);  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
