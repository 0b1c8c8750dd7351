#include <stdio.h>
extern "C" __device__ void __REDIRECT(quiet, (void*), __tsan_read4);  // REFUSED
extern "C" __device__ void quiet(void*) {}
__global__ void k(int* p) {
  p[0] = 1;
}
