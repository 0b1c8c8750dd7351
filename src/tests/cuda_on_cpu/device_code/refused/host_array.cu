// An array of constants in the memory of the host.
const int steps[] = {1, 2, 4, 8};

__global__ void k(int* p) {
  p[0] = steps[threadIdx.x];  // REFUSED
}
