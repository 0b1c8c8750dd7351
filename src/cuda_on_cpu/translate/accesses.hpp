// The compiler's own instrumentation leaves out some accesses: structs that a function returns or
// gets by value, arrays on the stack, constants. So in the diagnostic build, each instruction that
// may touch memory other than a fixed place of its frame is announced to the runtime library
// (diagnose/machine_accesses.cpp), which knows whether the compiler has reported it already. An
// integer that becomes a float or is stored in 16 bits is announced as well.
#pragma once
#include <string>

namespace cuda_on_cpu::translate {

// The compiler's assembly for x86-64, with calls of cuda_on_cpu_reads, _writes, _rounds and _narrows.
std::string with_all_accesses(const std::string& assembly);

}  // namespace cuda_on_cpu::translate
