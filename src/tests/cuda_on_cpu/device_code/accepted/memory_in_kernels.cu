// `malloc`, `new` and similar functions have versions for the device.
#include <cstdlib>
#include <cstring>

__global__ void k(int* p) {
  int* a = (int*)malloc(4 * sizeof(int));
  memset(a, 0, 4 * sizeof(int));
  memcpy(a, p, sizeof(int));
  p[1] = a[0];
  free(a);
  int* b = new int[3];
  b[0] = 1;
  p[2] = b[0];
  delete[] b;
  std::memcpy(p, p + 4, 4);
}
