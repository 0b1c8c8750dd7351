// Host code calls a device function.
__device__ int twice(int x) {
  return 2 * x;
}

int run(int x) {
  return twice(x);  // REFUSED
}
