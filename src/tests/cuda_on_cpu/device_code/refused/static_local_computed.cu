// Nor can a static variable of a kernel.
__global__ void k(int* p) {
  static int first = p[0];  // REFUSED
  p[1] = first;
}
