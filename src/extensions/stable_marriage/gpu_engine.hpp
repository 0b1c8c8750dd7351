// Stable marriage on one GPU.
#pragma once

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake {

// The algorithm is neither of the two: rounds while many men are free, chains when few are. Times
// do not include copying the lists to the GPU and the answer back. Throws DeviceError and CudaError.
Marriage solve_on_gpu(const Problem& problem, const SolveOptions& options, SolveMeasures* measures);

// Whether there is a GPU that is not pretended.
bool has_real_gpu();

}  // namespace handshake
