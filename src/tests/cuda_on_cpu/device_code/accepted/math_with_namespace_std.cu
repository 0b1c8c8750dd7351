// `using namespace std` does not hide the functions of CUDA.
#include <algorithm>
#include <cmath>
using namespace std;

__global__ void k(int* p, float* f) {
  p[0] = min(p[0], p[1]) + max(p[2], 3) + abs(p[3]);
  f[0] = sqrt(f[1]) + max(f[2], f[3]);
}
