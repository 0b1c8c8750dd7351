// The host function is called by a device function, and not by the kernel.
int clamp_to_ten(int x) {
  return x > 10 ? 10 : x;
}

__device__ int step(int x) {
  return clamp_to_ten(x + 1);  // REFUSED
}

__global__ void k(int* p) {
  p[0] = step(p[0]);
}
