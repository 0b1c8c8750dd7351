// A rank and a person in one word, so that one comparison finds the better rank, and one atomic
// operation replaces rank and person. Host and device code use the same functions.
#pragma once

#include <cstdint>

#include "graph/generate_bits.hpp"

namespace handshake::marriage {

using NarrowWord = std::uint32_t;
using WideWord = std::uint64_t;

// The rank is in the upper half, so that smaller words are better.
template <class Word>
struct Packed {
  static constexpr int kHalf = 4 * sizeof(Word);
  static constexpr Word kPerson = (Word{1} << kHalf) - 1;
  static constexpr Word kNone = ~Word{0};  // stands for no person; worse than every person

  HANDSHAKE_HOST_DEVICE static constexpr Word word(Word rank, Word person) {
    return rank << kHalf | person;
  }
  HANDSHAKE_HOST_DEVICE static constexpr std::int32_t person(Word word) {
    return static_cast<std::int32_t>(word & kPerson);
  }
  HANDSHAKE_HOST_DEVICE static constexpr std::int32_t rank(Word word) {
    return static_cast<std::int32_t>(word >> kHalf);
  }
  // Turns the entry of a man's list into his offer: the same rank, and his number instead of hers.
  HANDSHAKE_HOST_DEVICE static constexpr Word offer(Word entry, std::int32_t man) {
    return (entry & ~kPerson) | static_cast<Word>(man);
  }
};

}  // namespace handshake::marriage
