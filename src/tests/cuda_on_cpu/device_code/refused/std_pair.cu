// The constructor of std::pair.
#include <utility>

__global__ void k(int* p) {
  std::pair<int, int> edge(p[0], p[1]);  // REFUSED
  p[2] = edge.first;
}
