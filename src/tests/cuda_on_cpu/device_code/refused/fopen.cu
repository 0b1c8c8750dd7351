// Files are the host's.
#include <cstdio>

__global__ void k(int* p) {
  FILE* file = fopen("out.txt", "w");  // REFUSED
  p[0] = file != nullptr;
}
