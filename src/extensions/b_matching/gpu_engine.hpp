// The engine for one GPU or several.
#pragma once

#include <cstdint>

#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/solve.hpp"

namespace handshake {

// The measured time begins when the problem is on the GPUs, and ends when the answer is on the
// GPUs. Throws DeviceError.
BMatching match_on_gpus(const BProblem& problem, const std::int32_t* weight_bits,
                        const BOptions& options, BMeasures* measures);

}  // namespace handshake
