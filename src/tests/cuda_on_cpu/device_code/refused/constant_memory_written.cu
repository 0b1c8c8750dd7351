// Constant memory is written by the host.
__constant__ int c;
__global__ void k() {
  c = 1;  // REFUSED
}
