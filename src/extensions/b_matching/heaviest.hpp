// Finds the heaviest edges of a list. Vector instructions compare many edges at a time.
#pragma once

#include <cstdint>

namespace handshake::b_matching {

constexpr int kMostHeaviest = 32;

// Writes the positions of the `most` heaviest of `size` edges (of all edges if size < most). The
// heaviest edge comes first; of equally heavy edges, the earlier one comes first. `weight_bits` has the bits of
// the weights, which are floats. Returns how many positions it wrote. Returns -1 and writes nothing
// if vectors do not help: on processors without AVX-512, and if many weights are equal. most <=
// kMostHeaviest.
int heaviest(const std::int32_t* weight_bits, std::int64_t size, int most, std::int32_t* positions);

}  // namespace handshake::b_matching
