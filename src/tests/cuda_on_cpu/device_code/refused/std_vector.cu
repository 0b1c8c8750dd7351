// A vector allocates on the host.
#include <vector>

__global__ void k(int* p) {
  std::vector<int> list(10);  // REFUSED
  list[0] = p[0];
  p[1] = list[0];
}
