// A permutation of 0 .. n - 1 that looks random, and needs no memory.
#pragma once

#include <cstdint>

#include "extensions/stable_marriage/problem.hpp"
#include "graph/generate_bits.hpp"

namespace handshake::marriage {

class Permutation {
 public:
  Permutation(Person n, std::uint64_t key) : n_(n), scramble_(bits_for(n), key) {}

  // Scrambles numbers below the next power of two. A result that is not below n is scrambled again,
  // until it is below n.
  Person operator()(Person number) const {
    std::uint64_t image = scramble_(static_cast<std::uint64_t>(number));
    while (image >= n_) image = scramble_(image);
    return static_cast<Person>(image);
  }

 private:
  static int bits_for(Person n) {
    int bits = 0;
    while ((std::int64_t{1} << bits) < n) ++bits;
    return bits;
  }

  std::uint64_t n_;
  NumberScrambler scramble_;
};

}  // namespace handshake::marriage
