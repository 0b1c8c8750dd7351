// `min` with its type written out is `std::min`.
#include <algorithm>
using namespace std;

__global__ void k(int* p) {
  p[0] = min<int>(p[0], p[1]);  // REFUSED
}
