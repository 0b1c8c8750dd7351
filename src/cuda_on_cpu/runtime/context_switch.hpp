// Switches between stacks on one operating system thread. Saves only the registers that a called
// function must preserve; there is no system call, and the signal mask is not saved.
#pragma once
#include <cstddef>

namespace cuda_on_cpu {

// A suspended computation is represented by its stack pointer.
using Context = void*;

extern "C" void cuda_on_cpu_switch_context(Context* save_here, Context go_there);

// Makes a context that will run `entry` on the stack that ends at `stack_high`; `entry` must not
// return.
Context new_context(char* stack_high, void (*entry)());

}  // namespace cuda_on_cpu
