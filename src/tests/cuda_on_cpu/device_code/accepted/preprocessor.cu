// Macros of all kinds.
#define TID (blockIdx.x * blockDim.x + threadIdx.x)
#define EACH(x, n) for (int x = TID; x < (n); x += gridDim.x * blockDim.x)
#define JOIN(a, b) a##b
#define DEVICE_FUNCTION(type, name) __device__ type JOIN(name, _gpu)
#define LINE_OF_MACRO \
  p[0] =              \
      __LINE__
#if 0
#include <no_such_header>
this is no program
#endif
#ifdef _WIN32
#include <windows.h>
#endif
#if __has_include(<cstdint>)
#include <cstdint>
#endif

DEVICE_FUNCTION(int, twice)(int x) {
  return 2 * x;
}

__global__ void k(int* p, int n) {
  EACH(x, n) p[x] = twice_gpu(x) + __COUNTER__;
  LINE_OF_MACRO;
  _Pragma("unroll") for (int i = 0; i < 4; i++) p[i] = i;
}
