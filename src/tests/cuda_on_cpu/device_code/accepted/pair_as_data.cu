// Data members of classes of std.
#include <utility>

__global__ void k(const std::pair<int, int>* edges, int* p) {
  p[threadIdx.x] = edges[threadIdx.x].first + edges[threadIdx.x].second;
}
