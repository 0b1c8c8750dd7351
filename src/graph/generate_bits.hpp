// Makes the random bits of all generators. Each random value is computed from a number, without a
// state. So any thread can make any part of a graph.
#pragma once

#include <cstdint>

// Marks functions that both host code and kernels call.
#ifdef __CUDACC__
#define HANDSHAKE_HOST_DEVICE __host__ __device__
#else
#define HANDSHAKE_HOST_DEVICE
#endif

namespace handshake {

// A bijection of 64-bit numbers that looks random (the finalizer of SplitMix64).
HANDSHAKE_HOST_DEVICE constexpr std::uint64_t mix_bits(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// A bijection of the numbers 0 .. 2^bits - 1. It gives the nodes new numbers, which do not show how
// the nodes were made.
class NumberScrambler {
 public:
  NumberScrambler(int bits, std::uint64_t key)
      : mask_((std::uint64_t{1} << bits) - 1), shift_(bits < 1 ? 1 : (bits + 1) / 2) {
    for (int step = 0; step < kSteps; ++step) {
      factors_[step] = mix_bits(key + step) | 1;
      summands_[step] = mix_bits(key + 7 + step);
    }
  }

  std::uint64_t operator()(std::uint64_t number) const {
    for (int step = 0; step < kSteps; ++step) {
      number = (number * factors_[step] + summands_[step]) & mask_;
      number ^= number >> shift_;
    }
    return number;
  }

 private:
  static constexpr int kSteps = 3;
  std::uint64_t mask_;
  int shift_;
  std::uint64_t factors_[kSteps];
  std::uint64_t summands_[kSteps];
};

}  // namespace handshake
