#ifndef SECOND_TIME
#define SECOND_TIME
#include "./includes_itself.cu"  // REFUSED
__global__ void k(int* p) {
  p[0] = hidden();
}
#else
#pragma GCC system_header
__device__ inline int hidden() {
  int one;
  asm("mov $1, %0" : "=r"(one));
  return one;
}
#endif
