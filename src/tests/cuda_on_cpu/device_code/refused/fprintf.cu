// `printf` is device code, but `fprintf` is not.
#include <cstdio>

__global__ void k(int* p) {
  if (p[0] < 0) fprintf(stderr, "negative\n");  // REFUSED
}
