// Variables of the device.
__device__ int counter;
__device__ int first = 3;
__constant__ float factors[3] = {1, 2, 3};
static __device__ int hidden[4];
__device__ const int steps[] = {1, 2, 4};
extern __device__ int later;
__device__ const char* name = "device";
__device__ int twice(int x) {
  return 2 * x;
}
__device__ int (*functions[])(int) = {twice};

__global__ void k(int* p) {
  atomicAdd(&counter, first);
  hidden[1] = steps[p[0]] + later;
  p[1] = (int)factors[p[1]] + hidden[1] + name[0] + functions[0](3);
}
