// b-Suitor as its authors describe it, for one thread. The code can be read together with the
// paper.
#pragma once

#include <cstdint>

#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/solve.hpp"

namespace handshake::b_matching {

BMatching serial_suitor(const Problem& problem, const std::int32_t* weight_bits,
                        const Options& options, Measures* measures);

}  // namespace handshake::b_matching
