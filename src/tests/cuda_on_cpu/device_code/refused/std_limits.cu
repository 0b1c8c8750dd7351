// The members of numeric_limits are functions of the host.
#include <limits>

__global__ void k(int* p) {
  p[0] = std::numeric_limits<int>::max();  // REFUSED
}
