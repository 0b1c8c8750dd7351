// With the type written out it is std::min again.
#include <algorithm>
using namespace std;

__global__ void k(int* p) {
  p[0] = min<int>(p[0], p[1]);  // REFUSED
}
