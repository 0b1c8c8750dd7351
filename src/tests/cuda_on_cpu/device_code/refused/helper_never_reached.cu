// A call that never happens is refused like any other.
static int never(int x) {
  return x;
}

__global__ void k(int* p) {
  if (false) {
    p[0] = never(p[1]);  // REFUSED
  }
  p[1] = 2;
}
