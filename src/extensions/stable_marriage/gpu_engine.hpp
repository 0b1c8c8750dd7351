// Stable marriage on one GPU, or on several GPUs.
#pragma once

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake::marriage {

// The algorithm is neither Gale-Shapley nor McVitie-Wilson: it has rounds while many men are free,
// and chains when few men are free. Times do not include copying the lists to the GPU or copying
// the answer back. Throws DeviceError and CudaError, and InputError if the options do not fit
// the lists.
Marriage solve_on_gpu(const Problem& problem, const Options& options, Measures* measures);

// Whether there is a real GPU, not a simulated one.
bool has_real_gpu();

}  // namespace handshake::marriage
