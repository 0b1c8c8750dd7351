// Device code does not know the address of a host function.
int twice(int x) {
  return 2 * x;
}

__global__ void k(int* p) {
  int (*function)(int) = twice;  // REFUSED
  p[0] = function(p[1]);
}
