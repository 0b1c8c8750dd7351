#include <cuda_runtime.h>
#define JOIN(a, b) a##b
#if JOIN(__has_, include)("/proc/9/comm")  // REFUSED
#define SECOND 1
#endif
__global__ void kernel(int* values) {
  values[0] = 1;
}
