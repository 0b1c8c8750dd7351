// The definition of this lab: see suite/lab.hpp.
#include "suite/lab.hpp"

#include "labs/stencil/kernels.cuh"
#include "suite/typed_case.hpp"

namespace handshake::suite {

namespace {

void right(int n, const int* in, int* out) {
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int j = i - kRadius; j <= i + kRadius; j++) out[i] += in[std::clamp(j, 0, n - 1)];
  }
}

std::vector<KernelCase> cases();

const Kernel kStencil{"stencil",
                      "stencil",
                      "stencil.cu",
                      "out[i] is the sum of in[i - 2] to in[i + 2]; before the first and after the "
                      "last element, their values continue.",
                      {{"in", Role::in}, {"out", Role::out}},
                      Reach::reads_others,
                      cases};

// The differences of neighbors differ, so a wrong neighbor changes the sum.
std::vector<int> numbers(int n) {
  std::vector<int> made;
  for (int i = 0; i < n; i++) {
    const int x = (i + case_seed()) % 1009;
    made.push_back((x * x * 7 + x * 13 + 5) % 1009 - 300);
  }
  return made;
}

std::vector<KernelCase> cases() {
  const CasesOf<decltype(stencil)> made(kStencil, right);
  std::vector<KernelCase> all = {
      made("one element", 1, std::vector{6}, std::vector{0}),
      made("two elements", 2, std::vector{10, 1}, std::vector{0, 0}),
      made("five elements", 5, std::vector{1, 2, 3, 4, 5}, std::vector(5, 0)),
      made("no element", 0, std::vector<int>{}, std::vector<int>{})};
  for (const int n : {3, 7, 20, 33, 34, 64, 256, 258, 1000, 20001, 70000})
    all.push_back(made(std::to_string(n) + " elements", n, numbers(n), std::vector(n, 0)));
  return all;
}

}  // namespace

const Lab& lab() {
  static const Lab kLab{{&kStencil}};
  return kLab;
}

}  // namespace handshake::suite
