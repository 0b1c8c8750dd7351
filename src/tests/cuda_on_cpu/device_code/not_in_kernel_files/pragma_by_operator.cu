_Pragma("GCC push_options")  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
