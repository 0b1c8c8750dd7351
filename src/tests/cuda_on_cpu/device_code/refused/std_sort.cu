// An algorithm of the host.
#include <algorithm>

__global__ void k(int* p, int n) {
  if (threadIdx.x == 0) std::sort(p, p + n);  // REFUSED
}
