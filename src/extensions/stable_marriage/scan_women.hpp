// Looks for the next woman who would take a man, and checks many women per step.
#pragma once

#include <cstdint>

#include "extensions/stable_marriage/packed_word.hpp"

namespace handshake::marriage {

// The first position in [at, end) with suitors[position] > offer, or end.
std::int64_t first_above(const std::uint32_t* suitors, std::int64_t at, std::int64_t end,
                         std::uint32_t offer);

// The position of the first entry in [at, end) whose woman has a worse suitor than the man; `end`
// if there is no such entry.
// During the search, other threads may give a woman a better man, and the search may see her former
// man. So the search may stop at a woman who refuses `man` now, but it never misses a woman who
// would take `man`.
std::int64_t first_taker(const NarrowWord* entries, std::int64_t at, std::int64_t end,
                         const NarrowWord* suitors, std::int32_t man);
std::int64_t first_taker(const WideWord* entries, std::int64_t at, std::int64_t end,
                         const WideWord* suitors, std::int32_t man);

}  // namespace handshake::marriage
