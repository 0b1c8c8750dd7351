// An initial value for a variable in shared memory.
__global__ void k(int* p) {
  __shared__ int count = 0;  // REFUSED
  atomicAdd(&count, p[threadIdx.x]);
  __syncthreads();
  p[0] = count;
}
