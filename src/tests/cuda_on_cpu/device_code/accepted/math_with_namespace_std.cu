// `using namespace std` does not hide the functions of CUDA.
#include <algorithm>
#include <cmath>
using namespace std;

__global__ void k(int* p, float* f) {
  p[0] = min(p[0], p[1]) + max(p[2], 3) + abs(p[3]);
  f[0] = sqrt(f[1]) + max(f[2], f[3]);
}
// Parameters and variables with names of the library.
template <typename Function>
__device__ void for_each(int n, Function function) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) function(i);
}
template <typename Equal>
__device__ int search(const int* find, int n, const Equal& equal) {
  int sort = 0;
  while (sort < n && !equal(find[sort])) sort++;
  return sort;
}
__global__ void names_of_parameters(int* a, int n) {
  ::for_each(n, [=](int i) { a[i] = ::search(a, n, [=](int x) { return x == i; }); });
}
