// The operator [] of std::array.
#include <array>

__global__ void k(int* p) {
  std::array<int, 4> part;
  part[0] = p[0];  // REFUSED
  p[1] = 2;
}
