// Only the host may write to constant memory.
__constant__ int c;
__global__ void k() {
  c = 1;  // REFUSED
}
