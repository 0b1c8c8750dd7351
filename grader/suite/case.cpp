// Makes cases, and lists the launch shapes of the suite.
#include "suite/case.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace handshake::suite {

int KernelCase::output() const {
  for (int a = 0; a < static_cast<int>(arrays.size()); a++)
    if (arrays[a].role != Role::in) return a;
  throw std::logic_error("a case of " + kernel->name + " has no output array");
}

int KernelCase::size_of(const std::string& counts) const {
  for (const Array& array : arrays)
    if (array.counts == counts) return static_cast<int>(array.values.size());
  return 0;
}

KernelCase make_case(const Kernel& kernel, const std::string& title,
                     std::vector<std::vector<int>> values, std::vector<int> scalars,
                     std::vector<int> expected) {
  KernelCase made{&kernel, title, {}, std::move(scalars), std::move(expected)};
  for (size_t a = 0; a < kernel.arrays.size(); a++)
    made.arrays.push_back(
        {kernel.arrays[a], std::move(values.at(a)), Type::integer, static_cast<int>(a) + 1});
  return made;
}

static size_t size_of_largest(const KernelCase& kernel_case) {
  size_t most = 0;
  for (const Array& array : kernel_case.arrays) most = std::max(most, array.values.size());
  return most;
}

bool is_small(const KernelCase& kernel_case) {
  return size_of_largest(kernel_case) <= 700;
}

bool is_huge(const KernelCase& kernel_case) {
  return size_of_largest(kernel_case) > 65536;
}

bool takes_any_shape(const KernelCase& kernel_case) {
  return kernel_case.kernel->shapes == nullptr;
}

// The shapes that the kernel names.
static std::vector<Shape> named_shapes(const KernelCase& kernel_case) {
  constexpr int kMostThreads = 1024;
  std::vector<Shape> shapes = kernel_case.kernel->shapes(kernel_case);
  const bool can_launch = std::all_of(shapes.begin(), shapes.end(), [](const Shape& one) {
    return std::min({one.grid.x, one.grid.y, one.grid.z, one.block.x, one.block.y, one.block.z}) >
               0 &&
           one.threads <= kMostThreads;
  });
  if (shapes.empty() || !can_launch)
    throw std::logic_error("the description of " + kernel_case.kernel->name + " (" +
                           kernel_case.kernel->file +
                           ") names no launch, or one that CUDA refuses: " + kernel_case.title);
  return shapes;
}

std::vector<Shape> launch_shapes(const KernelCase& kernel_case) {
  if (!takes_any_shape(kernel_case)) return named_shapes(kernel_case);
  static const std::vector<Shape> kShapes = {{1, 1}, {3, 7}, {1, 33}, {5, 64}, {1, 256}, {64, 256}};
  static const std::vector<Shape> kLarge = {{64, 256}, {256, 256}, {391, 256}, {300, 32}};
  return is_huge(kernel_case) ? kLarge : kShapes;
}

std::vector<Shape> small_shapes(const KernelCase& kernel_case) {
  constexpr size_t kMost = 2;
  if (takes_any_shape(kernel_case)) return {{1, 33}, {3, 7}};
  std::vector<Shape> shapes = named_shapes(kernel_case);
  if (shapes.size() > kMost) shapes.resize(kMost, shapes.front());
  return shapes;
}

}  // namespace handshake::suite
