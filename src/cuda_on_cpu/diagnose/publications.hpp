// The order that fences and atomic functions create between accesses, even of different blocks.
//
// Theory of operation. A fence (__threadfence) and then an atomic function publish accesses: those
// that the thread made before the fence, and those that a barrier orders before it. Another
// thread of the block may call the atomic function, if a barrier orders the fence before the call.
// A thread that later calls an atomic function with the same address knows these accesses: they
// come before all accesses that it makes after this call, and before all that its block makes after
// the next barrier.
// (PTX requires one more fence, after this call. But in NVIDIA's example, the last block adds the
// sums of all blocks without this fence, so we do not demand it.) A thread that publishes its
// accesses also publishes the accesses that it knows. For each address there is a log of the calls
// of atomic functions. What a thread knows is stored as one number n for each address: the thread
// knows the first n calls of the log.
#pragma once
#include <cstdint>

namespace cuda_on_cpu::diagnose {

void begin_publications_of_launch();
void begin_publications_of_block();
void note_barrier();
void note_warp_operation(uint32_t warp, uint32_t lanes);
void note_fence(uint64_t grid_thread);
void note_atomic(uint64_t grid_thread, const char* address);
// Whether a thread of this launch has executed a fence. Before that, nothing is published.
extern bool fences_in_use;

// Whether fences and atomic functions ensure that the other access comes before the accesses that
// this thread makes now.
bool published(uint64_t other_access, uint64_t my_thread);

}  // namespace cuda_on_cpu::diagnose
