// `printf` and `assert` in kernels.
#include <assert.h>

#include <cstdio>

__global__ void k(int* p) {
  printf("plain\n");
  printf("%c", 'x');
  std::printf("%d %s\n", p[0], __func__);
  int written = printf("%d", 3);
  assert(p[0] >= 0 && "no negative numbers");
  p[1] = written;
}
