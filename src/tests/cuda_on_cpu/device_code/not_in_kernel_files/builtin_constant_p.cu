__global__ void k(int* p) {
  p[0] = __builtin_constant_p(p[1] - p[1]);  // REFUSED
}
