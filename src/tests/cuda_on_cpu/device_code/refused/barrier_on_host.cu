// So for the functions that CUDA brings along.
void run() {
  __syncthreads();  // REFUSED
}
