// A helper without __device__: the most frequent mistake.
static bool is_free(int match) {
  return match == -1;
}

__global__ void k(int* matches, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n && is_free(matches[x])) matches[x] = x;  // REFUSED
}
