// Decides what each GPU keeps in its memory.
#pragma once

#include <vector>

#include "extensions/b_matching/gpu_part.cuh"
#include "extensions/b_matching/solve.hpp"

namespace handshake::b_matching {

// Returns one plan per GPU. Throws DeviceError if a GPU has too little memory for the data of its
// nodes and two batches of lists.
std::vector<PartPlan> plan_parts(const Problem& problem, const Layout& layout,
                                 const Options& options);

}  // namespace handshake::b_matching
