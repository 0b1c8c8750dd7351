// Exceptions.
__global__ void k(int* p) {
  if (p[0] < 0) throw 1;  // REFUSED
}
