// The definition of this lab: see suite/lab.hpp.
#include "suite/lab.hpp"

#include "labs/transpose/kernels.cuh"
#include "suite/typed_case.hpp"

namespace handshake::suite {

namespace {

void right(const float* in, float* out, int rows, int columns) {
  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++)
      out[column * rows + row] = in[row * columns + column];
}

// Grids of square blocks that cover the matrix, and one that is larger.
std::vector<Shape> shapes(const KernelCase& kernel_case) {
  const int rows = kernel_case.scalars[0], columns = kernel_case.scalars[1];
  std::vector<Shape> all =
      grids_that_cover(columns, rows, {{16, 16}, {5, 5}, {32, 32}, {8, 8}, {1, 1}});
  const Size covers = all.front().grid;
  all.emplace_back(Size{covers.x + 2, covers.y + 1}, Size{16, 16});
  return all;
}

std::vector<KernelCase> cases();

const Kernel kTranspose{
    "transpose",
    "transpose",
    "transpose.cu",
    "out[column * rows + row] is in[row * columns + column] for each row and each column of in.",
    {{"in", Role::in, "value of in"}, {"out", Role::out}},
    Reach::own,
    cases,
    kPlainExplainer,
    shapes};

// All values differ, so an element in a wrong place is never right.
std::vector<float> matrix(int rows, int columns) {
  std::vector<float> made;
  for (int i = 0; i < rows * columns; i++)
    made.push_back(static_cast<float>(i + 1 + case_seed()) / 4);
  return made;
}

std::vector<KernelCase> cases() {
  const CasesOf<decltype(transpose)> made(kTranspose, right);
  std::vector<KernelCase> all;
  const std::vector<std::pair<int, int>> sizes = {{1, 1},   {2, 2},   {2, 3},   {4, 3},
                                                  {1, 7},   {9, 1},   {16, 16}, {6, 20},
                                                  {17, 16}, {15, 33}, {32, 31}, {70, 65}};
  for (const auto& [rows, columns] : sizes)
    all.push_back(made("rows = " + std::to_string(rows) + ", columns = " + std::to_string(columns),
                       matrix(rows, columns), matrix(columns, rows), rows, columns));
  return all;
}

}  // namespace

const Lab& lab() {
  static const Lab kLab{{&kTranspose}};
  return kLab;
}

}  // namespace handshake::suite
