// `memcpy` is device code, but `memmove` is not.
#include <cstring>

__global__ void k(int* p) {
  memmove(p, p + 1, 4);  // REFUSED
}
