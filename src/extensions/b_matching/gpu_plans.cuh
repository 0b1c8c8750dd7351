// Decides what each GPU keeps in its memory.
#pragma once

#include <vector>

#include "extensions/b_matching/gpu_part.cuh"
#include "extensions/b_matching/solve.hpp"

namespace handshake {

// One plan per GPU. Throws DeviceError if not even the data of the nodes fits.
std::vector<PartPlan> plan_parts(const BProblem& problem, const Layout& layout,
                                 const BOptions& options);

}  // namespace handshake
