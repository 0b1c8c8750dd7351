// The meaning of a spec, and the random numbers that follow from it.
#pragma once

#include <cstdint>
#include <string>

#include "extensions/stable_marriage/problem.hpp"

namespace handshake::marriage {

struct ProblemSpec {
  std::string text;
  Person n = 0;
  std::uint64_t seed = 1;
  Person size = 5;  // for the kind `group`: the number of persons in a group
};

inline std::uint64_t key_of(const ProblemSpec& spec, int what, std::int64_t number) {
  return mix_bits(mix_bits(spec.seed * 8 + what) + static_cast<std::uint64_t>(number));
}
enum Purpose { kLengths, kMenLists, kWomenLists };

}  // namespace handshake::marriage
