// numeric_limits has functions, and they are the host's.
#include <limits>

__global__ void k(int* p) {
  p[0] = std::numeric_limits<int>::max();  // REFUSED
}
