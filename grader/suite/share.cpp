// Compares the output of a kernel with the outputs of kernels without any thought. See share.hpp.
#include "suite/share.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace handshake::suite {

namespace {

// How many elements a kernel without any thought gets wrong, and how many of these are right.
struct Count {
  int wrong = 0, right = 0;
  void add(bool is_right) {
    wrong++;
    right += is_right;
  }
  double share() const { return wrong == 0 ? 1 : right / static_cast<double>(wrong); }
};

// The inputs that are as long as the output. A kernel may copy them. If the output is one of them, a
// kernel may leave it as it is.
std::vector<const std::vector<int>*> copies(const KernelCase& kernel_case) {
  std::vector<const std::vector<int>*> found;
  for (const Array& array : kernel_case.arrays)
    if (array.role != Role::out && array.values.size() == kernel_case.expected.size())
      found.push_back(&array.values);
  return found;
}

bool is_constant(const std::vector<int>& values) {
  return std::all_of(values.begin(), values.end(), [&](int one) { return one == values.front(); });
}

// The shares beside kernels that write one value everywhere, for all values that occur.
std::vector<double> shares_beside_constants(const std::vector<int>& expected,
                                            const std::vector<int>& output) {
  std::unordered_map<int, Count> counts;  // of the elements with this expected value
  Count all;
  for (size_t i = 0; i < expected.size(); i++) {
    counts[expected[i]].add(output[i] == expected[i]);
    all.add(output[i] == expected[i]);
  }
  std::vector<double> shares;
  for (const auto& [value, same] : counts)
    shares.push_back(Count{all.wrong - same.wrong, all.right - same.right}.share());
  return shares;
}

double share_beside_copy(const std::vector<int>& copy, const std::vector<int>& expected,
                         const std::vector<int>& output) {
  Count count;
  for (size_t i = 0; i < expected.size(); i++)
    if (copy[i] != expected[i]) count.add(output[i] == expected[i]);
  return count.share();
}

bool is_near(size_t equal, size_t all) {
  return equal * 10 > all * 9;
}

}  // namespace

bool is_right(const Shares& shares) {
  return std::all_of(shares.cases.begin(), shares.cases.end(),
                     [](const CaseShare& one) { return one.share == 1; });
}

bool is_free(const KernelCase& kernel_case) {
  const std::vector<int>& expected = kernel_case.expected;
  const auto inputs = copies(kernel_case);
  return is_constant(expected) ||
         std::any_of(inputs.begin(), inputs.end(), [&](auto* one) { return *one == expected; });
}

double share_right(const KernelCase& kernel_case, const std::vector<int>& output) {
  const std::vector<int>& expected = kernel_case.expected;
  if (output == expected) return 1;
  if (is_free(kernel_case)) return 0;
  std::vector<double> shares = shares_beside_constants(expected, output);
  for (const std::vector<int>* copy : copies(kernel_case))
    shares.push_back(share_beside_copy(*copy, expected, output));
  if (!shows_thought(kernel_case, output))
    return *std::min_element(shares.begin(), shares.end()) / 2;
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  return sum / static_cast<double>(shares.size()) / 2;
}

bool shows_thought(const KernelCase& kernel_case, const std::vector<int>& output) {
  if (output.empty()) return false;
  std::unordered_map<int, size_t> counts;
  for (const int value : output)
    if (is_near(++counts[value], output.size())) return false;
  const auto inputs = copies(kernel_case);
  return std::none_of(inputs.begin(), inputs.end(), [&](auto* one) {
    size_t equal = 0;
    for (size_t i = 0; i < output.size(); i++) equal += output[i] == (*one)[i];
    return is_near(equal, output.size());
  });
}

}  // namespace handshake::suite
