// See random.hpp.
#include "suite/random.hpp"

namespace handshake::suite {

// SplitMix64: its code is short, its numbers are well spread, and they are the same with every
// standard library.
uint64_t Random::next() {
  uint64_t mixed = (state_ += 0x9e3779b97f4a7c15u);
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

int Random::between(int smallest, int largest) {
  const uint64_t choices = static_cast<uint64_t>(static_cast<int64_t>(largest) - smallest) + 1;
  return static_cast<int>(smallest + static_cast<int64_t>(next() % choices));
}

}  // namespace handshake::suite
