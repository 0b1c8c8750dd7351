extern "C" __device__ void* __memcpy_chk(void*, const void*, size_t, size_t) noexcept;
__global__ void k(int* p, int n) {
  int copy;
  __memcpy_chk(&copy, p + n, 4, 4);  // REFUSED
  p[0] = copy;
}
