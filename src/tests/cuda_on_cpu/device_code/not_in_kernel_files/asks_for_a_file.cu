#include <cuda_runtime.h>
#if __has_include("/proc/9/comm")  // REFUSED
#define SECOND 1
#endif
__global__ void kernel(int* values) {
  values[0] = 1;
}
