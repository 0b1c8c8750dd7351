// The functions of a local class need __device__, too.
__global__ void k(int* p) {
  struct Local {
    int x;
    int twice() { return 2 * x; }
  };
  Local local{p[0]};
  p[1] = local.twice();  // REFUSED
}
