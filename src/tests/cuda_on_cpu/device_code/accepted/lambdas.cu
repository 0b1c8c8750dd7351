// Lambdas inside of kernels are device code.
template <class F>
__device__ int apply(F f, int x) {
  return f(x);
}

__global__ void k(int* p) {
  const int add = p[1];
  auto plus = [=](int x) { return x + add; };
  auto set = [&](int x) { p[x] = x; };
  set(2);
  p[0] = apply(plus, 3) + apply([](int x) { return x * x; }, 4);
  auto sum = [](auto self, int n) -> int { return n < 1 ? 0 : n + self(self, n - 1); };
  p[3] = sum(sum, 4);
}
