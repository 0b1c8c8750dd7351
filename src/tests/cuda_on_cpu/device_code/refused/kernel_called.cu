// A kernel that is called without <<<...>>>.
__global__ void k(int* p) {
  p[0] = 1;
}

void run(int* p) {
  k(p);  // REFUSED
}
