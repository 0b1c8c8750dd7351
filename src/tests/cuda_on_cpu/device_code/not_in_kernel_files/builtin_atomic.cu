__global__ void k(int* p) {
  __atomic_store_n(p, 1, 0);  // REFUSED
}
