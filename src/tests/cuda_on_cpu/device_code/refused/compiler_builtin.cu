// A built-in function of the host compiler.
__global__ void k(int* p) {
  __sync_fetch_and_add(p, 1);  // REFUSED
}
