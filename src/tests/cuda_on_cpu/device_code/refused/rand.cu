// Random numbers of the C library.
#include <cstdlib>

__global__ void k(int* p) {
  p[threadIdx.x] = rand();  // REFUSED
}
