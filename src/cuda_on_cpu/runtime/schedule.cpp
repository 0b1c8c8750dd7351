// Computes permutations of blocks, threads and lanes. See schedule.hpp.
#include "cuda_on_cpu/runtime/schedule.hpp"

#include <utility>

namespace cuda_on_cpu {
namespace {

// SplitMix64: mixes the bits well enough, and gives the same result on every machine.
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) a = std::exchange(b, a % b);
  return a;
}

}  // namespace

BlockOrder::BlockOrder(uint64_t blocks, uint32_t launch_number) : blocks_(blocks) {
  switch (settings().order) {
    case Order::forward:
      break;
    case Order::reverse:
      factor_ = blocks - 1;  // -1 modulo the number of blocks
      offset_ = blocks - 1;
      break;
    case Order::shuffle: {
      const uint64_t random = mix(settings().seed ^ mix(launch_number));
      factor_ = random % blocks;
      while (greatest_common_divisor(factor_, blocks) != 1) factor_ = (factor_ + 1) % blocks;
      offset_ = mix(random) % blocks;
      break;
    }
  }
}

uint64_t ThreadOrder::random() {
  return state_ = mix(state_);
}

void ThreadOrder::fill(uint32_t threads) {
  threads_ = threads;
  const bool reverse = settings().order == Order::reverse;
  for (uint32_t i = 0; i < threads; i++) {
    order_[i] = static_cast<uint16_t>(reverse ? threads - 1 - i : i);
  }
  for (uint8_t i = 0; i < 32; i++) lanes_[i] = static_cast<uint8_t>(reverse ? 31 - i : i);
}

void ThreadOrder::begin_block(uint32_t threads, uint32_t launch_number, uint64_t block) {
  const bool shuffle = settings().order == Order::shuffle;
  if (threads != threads_ || shuffle) fill(threads);
  if (shuffle) state_ = mix(settings().seed ^ mix(launch_number ^ mix(block)));
}

const uint16_t* ThreadOrder::next() {
  if (settings().order == Order::shuffle) {
    for (uint32_t i = threads_; i > 1; i--) std::swap(order_[i - 1], order_[random() % i]);
  }
  return order_;
}

const uint8_t* ThreadOrder::next_lanes() {
  if (settings().order == Order::shuffle) {
    for (uint32_t i = 32; i > 1; i--) std::swap(lanes_[i - 1], lanes_[random() % i]);
  }
  return lanes_;
}

}  // namespace cuda_on_cpu
