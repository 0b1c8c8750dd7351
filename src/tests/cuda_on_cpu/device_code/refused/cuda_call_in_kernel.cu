// Waiting for the device on the device.
__global__ void k(int* p) {
  p[0] = 1;
  cudaDeviceSynchronize();  // REFUSED
}
