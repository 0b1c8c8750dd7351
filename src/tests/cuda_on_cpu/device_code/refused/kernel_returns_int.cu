// A kernel that returns something.
__global__ int k(int* p) {  // REFUSED
  p[0] = 1;
  return 0;
}
