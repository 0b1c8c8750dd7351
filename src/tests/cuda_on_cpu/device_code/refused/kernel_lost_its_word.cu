// The header says __global__, but the file forgets it.
__global__ void k(int* p, int n);

void k(int* p, int n) {  // REFUSED
  for (int x = threadIdx.x; x < n; x += blockDim.x) p[x] = x;
}
