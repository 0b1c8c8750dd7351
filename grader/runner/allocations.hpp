// What a submission's onewaywrapper.cu has allocated, and what it did wrong with it.
#pragma once

#include <vector>

#include "runner/observed.hpp"

namespace handshake::runner {

// An allocation as the stand-in kernels see it.
struct AllocationRange {
  unsigned long long start, end;  // addresses
};

// Forgets everything. pattern: the int that fresh memory is filled with; 0: it stays as it is.
void start_tracing(int pattern);

// Everything that went wrong; what is still allocated now was leaked, and is freed.
std::vector<MemoryEvent> finish_tracing();

// Called with the allocations that exist after every change.
void on_allocations_changed(const std::vector<AllocationRange>& allocations);

}  // namespace handshake::runner
