// The few parts of std that are for both sides.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

struct Big {
  int values[8];
};
template <class F>
__device__ int call(F&& f, int x) {
  return std::forward<F>(f)(x);
}

__global__ void k(int* p, std::size_t n) {
  Big a{};
  a.values[0] = p[0];
  Big b = std::move(a);
  p[1] = b.values[0] + call([](int x) { return x; }, 1);
  if (std::is_same<int, std::int32_t>::value && std::is_integral_v<int>) p[2] = (int)n;
  std::conditional_t<true, std::uint64_t, int> x = 3;
  p[3] = (int)x;
}
