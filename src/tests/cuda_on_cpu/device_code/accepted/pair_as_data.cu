// Members of std's classes that hold data.
#include <utility>

__global__ void k(const std::pair<int, int>* edges, int* p) {
  p[threadIdx.x] = edges[threadIdx.x].first + edges[threadIdx.x].second;
}
