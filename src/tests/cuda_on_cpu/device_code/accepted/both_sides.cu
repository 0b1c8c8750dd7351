// Functions for host and device. One of them calls a host function, but only where it is compiled
// for the host.
#include <cmath>
static float on_host(float x) {
  return std::sqrt(x);
}
__host__ __device__ float root(float x) {
#ifdef __CUDA_ARCH__
  return sqrtf(x);
#else
  return on_host(x);
#endif
}
__host__ __device__ inline int twice(int x) {
  return 2 * x;
}
int run() {
  return twice(3) + (int)root(4);
}

__global__ void k(float* p) {
  p[0] = root(p[0]) + twice(1);
}
