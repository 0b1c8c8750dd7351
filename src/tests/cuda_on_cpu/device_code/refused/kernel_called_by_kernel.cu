// A kernel that another kernel calls without <<<...>>>.
__global__ void step(int* p) {
  p[0] = 1;
}

__global__ void k(int* p) {
  step(p);  // REFUSED
}
