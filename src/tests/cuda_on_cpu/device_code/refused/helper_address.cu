// The address of a host function is nothing that device code knows.
int twice(int x) {
  return 2 * x;
}

__global__ void k(int* p) {
  int (*function)(int) = twice;  // REFUSED
  p[0] = function(p[1]);
}
