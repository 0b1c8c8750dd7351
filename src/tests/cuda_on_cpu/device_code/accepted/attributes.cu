// Attributes that say something to the compiler.
struct __align__(16) Wide {
  int x[4];
};
struct __attribute__((packed)) Tight {
  char c;
  int x;
};
__device__ __noinline__ int slow(int x) {
  return x;
}
__device__ __forceinline__ int fast(int x) {
  return x;
}
[[nodiscard]] __device__ int must_use([[maybe_unused]] int x) {
  switch (x) {
    case 1:
      x++;
      [[fallthrough]];
    default:
      x++;
  }
  return x;
}

__global__ void __launch_bounds__(256, 2) k(int* __restrict__ p, const Wide wide, Tight tight) {
  int unused __attribute__((unused)) = 1;
  alignas(8) int pair[2] = {slow(1), fast(2)};
#pragma unroll 4
  for (int i = 0; i < 8; i++) p[i] = pair[i % 2];
#pragma unroll
  for (int i = 0; i < 8; i++) p[i] += wide.x[i % 4] + tight.x + must_use(1);
}
