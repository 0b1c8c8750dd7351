// The allocations of a submission's onewaywrapper.cu, and its mistakes with them.
#pragma once

#include <vector>

#include "protocol/observed.hpp"

namespace handshake::runner {

// The data that the stand-in kernels need about an allocation.
struct AllocationRange {
  unsigned long long start, end;  // addresses
  int number;                     // from 1
  int is_freed;
};

// An array of the CPU that the submission got as an argument.
struct HostRange {
  const void* start;
  size_t bytes;
  int copied = 0;  // the line of the last copy to it
};

// Forgets all allocations and mistakes so far. `pattern` is the int with which new GPU memory is
// filled; with 0, new memory stays as it is.
void start_tracing(int pattern, const std::vector<HostRange>& host_arrays);

// Returns all mistakes. Memory that is still allocated counts as leaked, and is freed.
std::vector<protocol::MemoryEvent> finish_tracing();

// All allocations so far, in the order of their numbers.
std::vector<protocol::AllocationLines> allocation_lines();

// Every cudaMemset so far, with one entry for each pair of a line and a value.
std::vector<protocol::SetBytes> sets_of_bytes();

// The smallest line number of all calls of cudaFree so far; a call with a null pointer counts, too.
// 0: there was no call.
int first_free();

// The line of the last copy to this array of the CPU; 0: there was none.
int last_copy_to(const void* array);

// Called after every change of the allocations. Gets all allocations: first those that exist, then
// those that were freed.
void on_allocations_changed(const std::vector<AllocationRange>& allocations);

}  // namespace handshake::runner
