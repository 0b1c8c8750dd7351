// The compiler's own instrumentation leaves out some accesses: to structs that are returned or
// passed by value, to arrays on the stack, and to constants. So the diagnostic build inserts calls
// into the assembly code. These calls report to the runtime library (diagnose/machine_accesses.cpp)
// each instruction that may touch memory, unless it touches only a fixed place (is_fixed_place() in
// assembly.hpp). The library knows whether the compiler's instrumentation has already reported the
// access. Other calls report integers that become floats, and integers that are cut to 16 or 8 bits
// (diagnose/numbers.cpp).
#pragma once
#include <string>

namespace cuda_on_cpu::translate {

// Returns the compiler's assembly for x86-64, with added calls of cuda_on_cpu_reads, _writes,
// _rounds, _narrows and similar functions.
std::string with_all_accesses(const std::string& assembly);

}  // namespace cuda_on_cpu::translate
