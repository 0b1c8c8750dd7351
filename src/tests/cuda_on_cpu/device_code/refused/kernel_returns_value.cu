// A kernel that returns its result, as an ordinary function does.
__global__ void k(int* a) {
  return a[0];  // REFUSED
}
