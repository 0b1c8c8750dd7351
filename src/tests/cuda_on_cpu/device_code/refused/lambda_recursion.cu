// Recursion through a lambda of the host.
#include <functional>
static std::function<int(int)> sum_to = [](int n) { return n == 0 ? 0 : n + sum_to(n - 1); };

__global__ void k(int* p) {
  p[0] = sum_to(4);  // REFUSED
}
