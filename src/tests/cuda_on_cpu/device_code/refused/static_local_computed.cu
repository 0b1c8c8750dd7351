// A static variable of a kernel cannot be computed when the program starts.
__global__ void k(int* p) {
  static int first = p[0];  // REFUSED
  p[1] = first;
}
