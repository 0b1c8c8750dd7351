#define HIDDEN __asm__ __volatile__
__global__ void k(int* p) {
  HIDDEN("nop");  // REFUSED
  p[0] = 1;
}
