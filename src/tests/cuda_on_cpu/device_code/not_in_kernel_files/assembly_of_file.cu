__asm__(".globl hidden");  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
