__device__ __attribute__((__naked__)) void nothing() {}  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
