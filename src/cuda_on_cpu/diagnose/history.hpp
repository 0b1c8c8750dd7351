// The history of a run: every step of every thread, to find out why a value is wrong. It is
// recorded only if CUCC_HISTORY names a file or a descriptor for it.
//
// The text has one record per line; blanks separate the words:
//   launch NUMBER KERNEL BLOCKS THREADS PLACE        a launch; the records after it belong to it
//   argument POSITION ALLOCATION BYTE                a pointer argument; the first POSITION is 1
//   place NUMBER LINE FILE                           defines PLACE = NUMBER for later records
//   KIND THREAD PLACE ALLOCATION BYTE BYTES          a step of thread number THREAD in the grid
//     max|min i|u VALUE                              ends the step of an atomicMax or atomicMin: the
//                                                    value that was passed to the function, as an
//                                                    int64_t (i) or a uint64_t (u)
//   refused PLACE KERNEL BLOCKS THREADS SHARED       a launch that CUDA does not allow: the numbers
//                                                    of blocks, of threads per block, and of bytes
//                                                    of shared memory that the launch asks for
//   exit PLACE                                       the program called exit there
//   full                                             there were more steps than the history holds
// Allocations are numbered from 1 in the order in which the program makes them.
#pragma once
#include <cstddef>
#include <cstdint>

#include "cuda_on_cpu/diagnose/shadow.hpp"
#include "cuda_on_cpu/runtime/launch.hpp"

namespace cuda_on_cpu::diagnose {

// The KIND of a step. Only accesses have an allocation.
using Step = handshake::StepKind;

extern bool keep_history;

void start_history();
void history_of_argument(const void* pointer, int position);
void history_of_launch(const Launch& launch);
void write_history();  // writes the history of the launch that has ended
void history_of_refusal(const char* site, const char* kernel, const dim3& grid, const dim3& block,
                        size_t shared_bytes);
void history_of_exit();
void add_step(Step step, uint64_t grid_thread, const void* code);
// Records the value that was passed to the last atomic function, extended to 64 bits; `order` is
// "max" or "min".
void last_atomic_was_given(const char* order, bool has_sign, uint64_t value);
// Records that the last atomic function did not change the value.
void last_atomic_was_in_vain();
void add_access(Step step, uint64_t grid_thread, const void* code, const Shadow& shadow,
                const char* address, uint32_t bytes);

}  // namespace cuda_on_cpu::diagnose
