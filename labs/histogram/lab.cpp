// The definition of this lab: see suite/lab.hpp.
#include "suite/lab.hpp"

#include "labs/histogram/kernels.cuh"
#include "suite/typed_case.hpp"

namespace handshake::suite {

namespace {

void right(int n, const int* values, int width, int numBins, int* bins) {
  for (int i = 0; i < n; i++)
    if (values[i] >= 0 && values[i] / width < numBins) bins[values[i] / width]++;
}

std::vector<KernelCase> cases();

const Kernel kHistogram{
    "histogram",
    "histogram",
    "histogram.cu",
    "bins[b] grows by the number of values from b * width to (b + 1) * width - 1.",
    {{"values", Role::in}, {"bins", Role::in_out, "bin"}},
    Reach::uses_others,
    cases};

// Half of the values belong to bin 0, so that lost additions show; some belong to no bin.
std::vector<int> values(int n, int width, int numBins) {
  std::vector<int> made;
  const int range = width * (numBins + 2);
  for (int i = 0; i < n; i++)
    made.push_back(i % 2 == 0 ? i % width : (i * 37 + 5 + case_seed() * 3) % range - width);
  return made;
}

std::vector<int> counts(int numBins) {
  std::vector<int> made;
  for (int bin = 0; bin < numBins; bin++) made.push_back((bin * 5 + 3) % 7);
  return made;
}

std::vector<KernelCase> cases() {
  const CasesOf<decltype(histogram)> made(kHistogram, right);
  std::vector<KernelCase> all = {
      made("one value", 1, std::vector{12}, 10, 2, std::vector{0, 0}),
      made("the first and the last value of each bin", 4, std::vector{0, 9, 10, 19}, 10, 2,
           std::vector{1, 2}),
      made("values next to the bins", 4, std::vector{-1, 20, -9, 29}, 10, 2, std::vector{1, 2}),
      made("no value", 0, std::vector<int>{}, 10, 2, std::vector{3, 4})};
  struct Sizes {
    int n, width, numBins;
  };
  const std::vector<Sizes> sizes = {{6, 1, 4},        {12, 10, 3},    {20, 7, 1},
                                    {33, 4, 50},      {257, 16, 16},  {1000, 3, 300},
                                    {20001, 100, 16}, {70000, 500, 5}};
  for (const auto& [n, width, numBins] : sizes)
    all.push_back(made(std::to_string(n) + " values, width = " + std::to_string(width) +
                           ", numBins = " + std::to_string(numBins),
                       n, values(n, width, numBins), width, numBins, counts(numBins)));
  return all;
}

}  // namespace

const Lab& lab() {
  static const Lab kLab{{&kHistogram}};
  return kLab;
}

}  // namespace handshake::suite
