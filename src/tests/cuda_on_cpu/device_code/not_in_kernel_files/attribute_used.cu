[[gnu::used]] __device__ int hidden;  // REFUSED
__global__ void k(int* p) { p[threadIdx.x] = 1; }
