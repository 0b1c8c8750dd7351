// `constexpr` does not make a function device code, even where the compiler needs the value.
constexpr int tile(int x) {
  return x * x;
}

__global__ void k(int* p) {
  __shared__ int part[tile(4)];  // REFUSED
  part[threadIdx.x] = p[threadIdx.x];
  p[threadIdx.x] = part[threadIdx.x];
}
