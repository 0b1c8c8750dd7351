#define localeconv                                                               \
  localeconv(void);                                                               \
  __attribute__((no_sanitize("thread"))) __device__ int look(int* p) {            \
    return *p;                                                                    \
  }                                                                               \
  extern struct lconv* other
#include <locale.h>  // REFUSED
__global__ void k(int* p) {
  p[0] = look(p + 1);
}
