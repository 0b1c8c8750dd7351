// Host code that launches kernels in all ways.
#include <cstdio>

__global__ void k(int* p, int n) {
  p[threadIdx.x] = n;
}
typedef void (*Kernel)(int*, int);

void run(int* p, cudaStream_t stream) {
  k<<<1, 32>>>(p, 1);
  k<<<dim3(1, 2), dim3(8), 64, stream>>>(p, 2);
  Kernel kernel = k;
  kernel<<<1,
           1>>>(p,
                3);
  void* arguments[] = {&p, &p};
  cudaLaunchKernel((const void*)k, dim3(1), dim3(1), arguments, 0, stream);
  if (cudaGetLastError() != cudaSuccess) printf("no\n");
}
