// The arithmetic of CUDA's atomic functions, on memory that no other thread uses at the same time.
#pragma once

namespace cuda_on_cpu::diagnose {

// Changes the value at the address as the atomic function does, and returns the bits of the old
// value. `operation` and `type` are numbers of include/cuda_on_cpu/atomic_operations.h; `value` and
// `compare` hold the bits of values of this type.
unsigned long long apply_atomic(int operation, int type, void* address, unsigned long long value,
                                unsigned long long compare);

}  // namespace cuda_on_cpu::diagnose
