// Files can be opened only on the host.
#include <cstdio>

__global__ void k(int* p) {
  FILE* file = fopen("out.txt", "w");  // REFUSED
  p[0] = file != nullptr;
}
