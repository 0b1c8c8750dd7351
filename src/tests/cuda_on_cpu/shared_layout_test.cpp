// Tests the places of a block's variables in shared memory. Each variable must be inside the
// arena (the memory that simulates shared memory), and variables must not overlap. Together, they
// must fit into the shared memory of a GPU.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "cuda_on_cpu/runtime/shared_memory.hpp"

using cuda_on_cpu::SharedMemory;
using cuda_on_cpu::SharedVariable;

namespace {

constexpr size_t kArena = 262144, kVariables = 49152, kAll = 232448;
constexpr size_t kNoGap = 0, kGap = 64;  // plain build; diagnostic build

SharedVariable variable(uint32_t bytes, uint32_t alignment) {
  return {nullptr, "name", bytes, alignment, 1, 0};
}

// Adds the wanted variables until one is refused, and checks each accepted variable. Returns the
// total size of the accepted variables in bytes.
size_t fill(SharedMemory* memory, size_t dynamic_bytes, size_t gap,
            const std::vector<SharedVariable>& wanted) {
  memory->begin_block(dynamic_bytes);
  size_t end = dynamic_bytes, bytes = 0;
  for (const SharedVariable& one : wanted) {
    const SharedVariable* placed = memory->add(one, gap);
    if (placed == nullptr) break;
    EXPECT_EQ(placed->offset % one.alignment, 0u);
    EXPECT_GE(placed->offset, end + gap);
    end = size_t{placed->offset} + placed->bytes;
    bytes += placed->bytes;
  }
  EXPECT_LE(end, kArena);
  EXPECT_LE(bytes, kVariables);
  EXPECT_LE(dynamic_bytes + bytes, kAll);
  return bytes;
}

}  // namespace

TEST(SharedLayout, HoldsAsManyBytesOfVariablesAsAGpu) {
  SharedMemory memory;
  for (const size_t gap : {kNoGap, kGap}) {
    for (const uint32_t bytes : {192u, 1024u, 12288u, 49152u}) {
      const std::vector<SharedVariable> wanted(kVariables / bytes, variable(bytes, 64));
      EXPECT_EQ(fill(&memory, kAll - kVariables, gap, wanted), kVariables) << bytes;
      EXPECT_EQ(fill(&memory, 0, gap, wanted), kVariables) << bytes;
    }
  }
}

TEST(SharedLayout, RefusesOneByteMoreThanFitsOnAGpu) {
  SharedMemory memory;
  EXPECT_EQ(fill(&memory, 0, kNoGap, {variable(49153, 1)}), 0u);
  EXPECT_EQ(fill(&memory, 0, kNoGap, {variable(49152, 1), variable(1, 1)}), 49152u);
  EXPECT_EQ(fill(&memory, kAll, kNoGap, {variable(1, 1)}), 0u);
  EXPECT_EQ(fill(&memory, kAll - 100, kGap, {variable(101, 1)}), 0u);
  EXPECT_EQ(fill(&memory, kAll - 100, kGap, {variable(100, 1), variable(1, 1)}), 100u);
  EXPECT_EQ(fill(&memory, 0, kNoGap, {variable(~0u, 1)}), 0u);
}

TEST(SharedLayout, NeverLeavesItsArena) {
  SharedMemory memory;
  std::mt19937 random(7);
  for (int round = 0; round < 2000; round++) {
    std::vector<SharedVariable> wanted;
    const uint32_t largest = 1u << random() % 17;
    for (int i = 0; i < 4000; i++) {
      wanted.push_back(variable(random() % largest + 1, 1u << random() % 11));
    }
    fill(&memory, random() % (kAll + 1), round % 2 == 0 ? kNoGap : kGap, wanted);
  }
}

TEST(SharedLayout, FindsAVariableAgainInTheSameBlock) {
  SharedMemory memory;
  const int first = 0, second = 0;
  memory.begin_block(8);
  const size_t offset = memory.add({&first, "first", 4, 4, 4, 0}, kNoGap)->offset;
  memory.add({&second, "second", 4, 4, 4, 0}, kNoGap);
  EXPECT_EQ(memory.find(&first)->offset, offset);
  EXPECT_STREQ(memory.find(&second)->name, "second");
  memory.begin_block(8);
  EXPECT_EQ(memory.find(&first), nullptr);
}
