// `constexpr` does not make a function device code.
constexpr int square(int x) {
  return x * x;
}

__global__ void k(int* p) {
  p[0] = square(p[1]);  // REFUSED
}
