// A variable of the host is read.
static int limit = 10;

__global__ void k(int* p) {
  if (p[0] > limit) p[0] = 0;  // REFUSED
}
