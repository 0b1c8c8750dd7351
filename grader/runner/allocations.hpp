// The allocations of a submission's onewaywrapper.cu, and its mistakes with them.
#pragma once

#include <vector>

#include "protocol/observed.hpp"

namespace handshake::runner {

// An allocation, as the stand-in kernels need it.
struct AllocationRange {
  unsigned long long start, end;  // addresses
  int number;                     // from 1
  int is_freed;
};

// An array of the CPU that the submission was given.
struct HostRange {
  const void* start;
  size_t bytes;
  int copied = 0;  // the line of the last copy to it
};

// Forgets everything. `pattern` is the int that fills fresh memory; with 0, fresh memory stays as
// it is.
void start_tracing(int pattern, const std::vector<HostRange>& host_arrays);

// Returns all mistakes. Memory that is still allocated counts as leaked, and is freed.
std::vector<protocol::MemoryEvent> finish_tracing();

// All allocations so far, by their numbers.
std::vector<protocol::AllocationLines> allocation_lines();

// Every cudaMemset so far, one for each line and value.
std::vector<protocol::SetBytes> sets_of_bytes();

// The first line in the file that has called cudaFree, also with a null pointer; 0: no line has.
int first_free();

// The line of the last copy to this array of the CPU; 0: there was none.
int last_copy_to(const void* array);

// Called after every change. Gets all allocations: first those that exist, then those that were
// freed.
void on_allocations_changed(const std::vector<AllocationRange>& allocations);

}  // namespace handshake::runner
