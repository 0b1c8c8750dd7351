// The compiler's own instrumentation leaves out some accesses: to structs that a function returns
// or gets by value, to arrays on the stack, and to constants. So in the diagnostic build, calls are
// added that announce each instruction that may touch memory, except a fixed place of its frame, to
// the runtime library (diagnose/machine_accesses.cpp). The library knows whether the compiler's
// instrumentation has already reported the access. An integer that becomes a float, or of which
// only 16 or 8 bits are used from now on, is announced as well (diagnose/numbers.cpp).
#pragma once
#include <string>

namespace cuda_on_cpu::translate {

// Returns the compiler's assembly for x86-64 with calls of cuda_on_cpu_reads, _writes, _rounds,
// _narrows and their companions added.
std::string with_all_accesses(const std::string& assembly);

}  // namespace cuda_on_cpu::translate
