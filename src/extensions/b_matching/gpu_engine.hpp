// The engine for one GPU or several.
#pragma once

#include <cstdint>

#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/solve.hpp"

namespace handshake::b_matching {

// The measured time begins when the problem is on the GPUs, and ends when the answer is on the
// GPUs. Throws DeviceError.
BMatching match_on_gpus(const Problem& problem, const std::int32_t* weight_bits,
                        const Options& options, Measures* measures);

}  // namespace handshake::b_matching
