typedef int wide __attribute__((vector_size(16)));  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
