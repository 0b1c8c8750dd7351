// A kernel cannot end the program.
#include <cstdlib>

__global__ void k(int* p) {
  if (p[0] < 0) exit(1);  // REFUSED
}
