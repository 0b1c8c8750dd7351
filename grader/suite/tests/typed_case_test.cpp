// Tests cases that are made from the signature of a kernel: what they hold, and what is refused.
#include "suite/typed_case.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "suite/run_case.hpp"
#include "suite/tests/host_kernels.hpp"

namespace handshake::suite {
namespace {

void scale(float factor, const float* from, float* to, int n) {
  for (int i = 0; i < n; i++) to[i] = factor * from[i];
}

Kernel scaling() {
  return {"scale", "scale", "scale.cu", "", {{"from", Role::in}, {"to", Role::out}}};
}

KernelCase scaled(const Kernel& kernel, float factor, float value) {
  const CasesOf<decltype(scale)> made(kernel, scale);
  return made("one element", factor, std::vector{value}, std::vector{0.0f}, 1);
}

// What a message says in front of the title of the case.
std::string refusal(const Kernel& kernel, float factor, float value) {
  try {
    scaled(kernel, factor, value);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "";
}

TEST(TypedCase, HoldsEachArgumentAndTheRightResult) {
  const Kernel kernel = scaling();
  const KernelCase made = scaled(kernel, 0.5f, 3);

  EXPECT_EQ(made.scalars, (std::vector{word_of(0.5f), 1}));
  EXPECT_EQ(made.expected, std::vector{word_of(1.5f)});
  EXPECT_EQ(made.arrays[1].position, 3);
  EXPECT_TRUE(made.arrays[0].is_kept);  // an input that changes is a mistake
}

TEST(TypedCase, RefusesAnOracleThatRoundsOrFindsNoNumber) {
  const Kernel kernel = scaling();
  constexpr float kLargest = std::numeric_limits<float>::max();

  EXPECT_NE(refusal(kernel, 0.1f, 0.1f).find("the oracle rounds"), std::string::npos);
  EXPECT_NE(refusal(kernel, 0, std::numeric_limits<float>::infinity()).find("not a finite number"),
            std::string::npos);
  EXPECT_NE(refusal(kernel, 2, kLargest), "");
}

TEST(TypedCase, RefusesADescriptionThatContradictsTheSignature) {
  Kernel two_results = scaling(), no_result = scaling(), longer = scaling(), shorter = scaling();
  two_results.arrays[0].role = Role::in_out;
  no_result.arrays[1].role = Role::in;
  longer.arrays.push_back({"more", Role::in});
  shorter.arrays.erase(shorter.arrays.begin());

  for (const Kernel& kernel : {two_results, no_result, longer, shorter})
    EXPECT_NE(refusal(kernel, 1, 1).find("the description of scale (scale.cu)"), std::string::npos);
}

TEST(TypedCase, RefusesANumberThatTheArgumentCannotHold) {
  const Kernel kernel = scaling();
  const CasesOf<decltype(scale)> made(kernel, scale);

  EXPECT_THROW(made("n is 2.5", 1.0f, std::vector{1.0f}, std::vector{0.0f}, 2.5f),
               std::logic_error);
  EXPECT_THROW(made("n is large", 1.0f, std::vector{1.0f}, std::vector{0.0f}, 3000000000),
               std::logic_error);
}

TEST(TypedCase, RefusesLaunchesThatCudaRefuses) {
  Kernel kernel = scaling();
  const KernelCase one = scaled(kernel, 1, 1);
  const auto refuses = [&](std::vector<Shape> (*shapes)(const KernelCase&)) {
    kernel.shapes = shapes;
    EXPECT_THROW(launch_shapes(one), std::logic_error);
    EXPECT_THROW(small_shapes(one), std::logic_error);
  };

  refuses([](const KernelCase&) { return std::vector<Shape>{}; });
  refuses([](const KernelCase&) { return std::vector<Shape>{{Size{0, 1}, Size{16, 16}}}; });
  refuses([](const KernelCase&) { return std::vector<Shape>{{Size{1, 1}, Size{64, 32}}}; });
}

}  // namespace
}  // namespace handshake::suite
