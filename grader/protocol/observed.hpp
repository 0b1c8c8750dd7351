// What the runner observes in a run of a submission's host code, and sends to the check program.
#pragma once

#include <string>

namespace handshake::protocol {

// What a stand-in kernel knows about an array that it got as an argument.
struct SeenArray {
  int room;        // elements from the pointer to the end of its allocation; 0: no live allocation
  int allocation;  // the allocation's number, from 1, even if it is freed already; 0: none
};

enum class MemoryFault : int {
  leak = 1,             // never freed
  unknown_free = 2,     // a free of memory that was freed already, or never allocated
  copy_past_end = 3,    // a copy that is longer than the allocation, or than the array of the CPU
  wrong_direction = 4,  // a copy whose direction is wrong for its two arrays
  no_memory = 5,        // a copy to or from a null pointer or freed GPU memory
  target_behind = 6,    // a copy to an address that is past an array's end and in no array
  source_behind = 7,    // a copy from such an address
  refused = 8,          // an allocation that CUDA refused
  set_past_end = 9,     // a cudaMemset that is longer than the allocation
  set_no_memory = 10    // a cudaMemset of a null pointer, of memory of the CPU or of freed memory
};

struct MemoryEvent {
  MemoryFault fault;
  long bytes;  // bytes of the allocation or the copy
  // The meaning depends on the fault:
  //   copy_past_end, set_past_end    bytes up to the end of the allocation, or of the CPU's array
  //   no_memory                      0 for the target of the copy, 1 for its source
  //   set_no_memory                  1 for memory of the CPU
  //   wrong_direction                0: neither array fits; otherwise, only one array does not fit:
  //                                  1: the target, 2: the source should be GPU memory;
  //                                  3: the target, 4: the source should be memory of the CPU
  //   target_behind, source_behind   bytes from the end of the array to the address
  //   unknown_free                   bytes from the beginning of the array to the address
  long room;
  std::string file;
  int line;
  int allocated_line;  // the line that made this allocation; 0: there is none
  int freed_line;      // the line that freed this memory before the call; 0: there is none
};

// A cudaMemset, which gives the same value to every byte.
struct SetBytes {
  std::string file;
  int line;
  int value;  // the argument; only its lowest byte counts
};

// The lines of the submission that use one allocation; 0: there is no such line.
struct AllocationLines {
  std::string file;
  int made, filled, freed;  // filled: the last cudaMemcpy or cudaMemset into it
  int lost;                 // the line of a cudaMalloc that overwrote the allocation's pointer
  int copied_unfilled;      // the line that copied it to the CPU before anything was copied into it
  long bytes;
  long filled_bytes;   // how many bytes got values from cudaMemcpy or cudaMemset
  int is_managed = 0;  // 1: the CPU can write to it, so it may have values without a copy
};

}  // namespace handshake::protocol
