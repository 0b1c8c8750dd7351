// a comment#line 7  // REFUSED
__global__ void k(int* p) {
  p[0] = 1;
}
