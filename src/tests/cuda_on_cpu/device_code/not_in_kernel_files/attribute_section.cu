__attribute__((section(".text.hidden"))) __device__ const int code[1] = {0};  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
