// Host code calls a device function of CUDA.
void run() {
  __syncthreads();  // REFUSED
}
