__device__ void* where() {
  return __builtin_return_address(0);  // REFUSED
}
__global__ void k(int* p) { p[threadIdx.x] = 1; }
