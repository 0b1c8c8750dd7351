// `min` is device code, but `std::min` is not.
#include <algorithm>

__global__ void k(int* p) {
  p[0] = std::min(p[0], p[1]);  // REFUSED
}
