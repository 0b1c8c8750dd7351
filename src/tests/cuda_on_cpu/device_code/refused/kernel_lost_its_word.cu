// A kernel that is defined without the __global__ of its declaration.
__global__ void k(int* p, int n);

void k(int* p, int n) {  // REFUSED
  for (int x = threadIdx.x; x < n; x += blockDim.x) p[x] = x;
}
