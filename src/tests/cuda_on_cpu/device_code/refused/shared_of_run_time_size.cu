// Shared memory whose size is known only at the launch.
__global__ void k(int* p) {
  __shared__ int part[blockDim.x];  // REFUSED
  part[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = part[threadIdx.x] + 1;
}
