// For whole numbers, `sqrt` is a template of the host.
#include <cmath>

__global__ void k(int* p) {
  p[0] = sqrt(p[1]);  // REFUSED
}
