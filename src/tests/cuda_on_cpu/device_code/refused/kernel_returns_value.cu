// A kernel that hands its result over as a function does.
__global__ void k(int* a) {
  return a[0];  // REFUSED
}
