// The definition of this lab: see suite/lab.hpp.
#include "suite/lab.hpp"

#include "labs/saxpy/kernels.cuh"
#include "suite/typed_case.hpp"

namespace handshake::suite {

namespace {

void right(int n, float a, const float* x, float* y) {
  for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

std::vector<KernelCase> cases();

const Kernel kKernel{"saxpy",
                     "saxpy",
                     "saxpy.cu",
                     "y[i] becomes a * x[i] + y[i] for each i from 0 to n - 1.",
                     {{"x", Role::in}, {"y", Role::in_out}},
                     Reach::own,
                     cases};

// Multiples of 1/4 that are not 0: each product and each sum is exact.
std::vector<float> numbers(int n, int seed) {
  std::vector<float> made;
  for (int i = 0; i < n; i++) {
    const int quarters = (i * 37 + (seed + case_seed()) * 11) % 63 - 31;
    made.push_back(static_cast<float>(quarters == 0 ? 32 : quarters) / 4);
  }
  return made;
}

std::vector<KernelCase> cases() {
  const CasesOf<decltype(saxpy)> made(kKernel, right);
  std::vector<KernelCase> all = {
      made("one element, a = 2.5", 1, 2.5f, std::vector{1.0f}, std::vector{10.0f}),
      made("four elements, a = 2.5", 4, 2.5f, numbers(4, 1), numbers(4, 2)),
      made("seven elements, a = -0.75", 7, -0.75f, numbers(7, 3), numbers(7, 4)),
      made("four elements, a = 0", 4, 0, numbers(4, 5), numbers(4, 6)),
      made("no element", 0, 2.5f, numbers(0, 0), numbers(0, 0))};
  for (const int n : {20, 21, 22, 32, 33, 256, 257, 1000, 20001, 70000})
    all.push_back(made(std::to_string(n) + " elements, a = 1.25", n, 1.25f, numbers(n, n),
                       numbers(n, n + 1)));
  return all;
}

}  // namespace

const Lab& lab() {
  static const Lab kLab{{&kKernel}};
  return kLab;
}

}  // namespace handshake::suite
