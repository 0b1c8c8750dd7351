#include <cstdio>
__global__ void k(int* p) {
  printf("%d\n", p[0]);
}
