#include <stdio.h>
__glibc_macro_warning1(redefine_extname quiet __tsan_read4)  // REFUSED
__global__ void k(int* p) {
  p[0] = 1;
}
