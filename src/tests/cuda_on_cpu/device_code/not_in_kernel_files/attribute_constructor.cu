__attribute__((constructor)) static void before_main() {}  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
