// A kernel waits for the device.
__global__ void k(int* p) {
  p[0] = 1;
  cudaDeviceSynchronize();  // REFUSED
}
