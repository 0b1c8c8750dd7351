// The definition of this lab: see suite/lab.hpp.
#include "suite/lab.hpp"

#include "labs/matmul/kernels.cuh"
#include "suite/typed_case.hpp"

namespace handshake::suite {

namespace {

void right(const float* A, const float* B, float* C, int m, int n, int k) {
  for (int row = 0; row < m; row++) {
    for (int column = 0; column < n; column++) {
      float sum = 0;
      for (int i = 0; i < k; i++) sum += A[row * k + i] * B[i * n + column];
      C[row * n + column] = sum;
    }
  }
}

// Grids that cover C, and one that is larger.
std::vector<Shape> shapes(const KernelCase& kernel_case) {
  const int m = kernel_case.scalars[0], n = kernel_case.scalars[1];
  std::vector<Shape> all = grids_that_cover(n, m, {{16, 16}, {5, 3}, {8, 32}, {32, 4}, {1, 1}});
  const Size covers = all.front().grid;
  all.emplace_back(Size{covers.x + 1, covers.y + 2}, Size{16, 16});
  return all;
}

std::vector<KernelCase> cases();

const Kernel kMatmul{
    "matmul",
    "matmul",
    "matmul.cu",
    "C[row * n + column] is the sum of A[row * k + i] * B[i * n + column] over all i "
    "from 0 to k - 1.",
    {{"A", Role::in, "value of A"}, {"B", Role::in, "value of B"}, {"C", Role::out}},
    Reach::own,
    cases,
    kPlainExplainer,
    shapes};

// Multiples of 1/4 that are not 0: each product and each sum is exact.
std::vector<float> matrix(int rows, int columns, int seed) {
  std::vector<float> made;
  for (int i = 0; i < rows * columns; i++) {
    const int quarters = (i * 29 + (seed + case_seed()) * 7) % 31 - 15;
    made.push_back(static_cast<float>(quarters == 0 ? 16 : quarters) / 4);
  }
  return made;
}

std::vector<KernelCase> cases() {
  const CasesOf<decltype(matmul)> made(kMatmul, right);
  struct Sizes {
    int m, n, k;
  };
  std::vector<KernelCase> all;
  for (const auto& [m, n, k] : {Sizes{1, 1, 1},
                                {2, 2, 2},
                                {2, 3, 4},
                                {4, 3, 2},
                                {1, 7, 5},
                                {7, 1, 9},
                                {5, 6, 0},
                                {6, 5, 17},
                                {16, 16, 16},
                                {17, 19, 33},
                                {33, 10, 40},
                                {64, 48, 32},
                                {70, 65, 50}})
    all.push_back(made(
        "m = " + std::to_string(m) + ", n = " + std::to_string(n) + ", k = " + std::to_string(k),
        matrix(m, k, m), matrix(k, n, n + 1), matrix(m, n, 0), m, n, k));
  return all;
}

}  // namespace

const Lab& lab() {
  static const Lab kLab{{&kMatmul}};
  return kLab;
}

}  // namespace handshake::suite
