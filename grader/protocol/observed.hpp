// The types for what is observed in a run of a submission's onewaywrapper.cu. Both sides use them.
#pragma once

#include <string>

namespace handshake::protocol {

// What a stand-in kernel saw of an argument.
struct SeenArray {
  int room;        // elements from the pointer to the end of its allocation; 0: no allocation
  int allocation;  // the allocation's number, from 1, also after it was freed; 0: none
};

// What the stand-in kernels saw in one pass.
struct PassLog {
  int handshaking_launches, numNodes;
  SeenArray strongNeighbor, matches;
  int filter_launches, filter_numEdges;
  SeenArray src, dst, filter_matches, keepEdges;
  int scan_launches, numElements;
  SeenArray oldSum, newSum;  // in the first launch
  int pack_launches, pack_numEdges;
  SeenArray pack[7];  // in the order of the kernel's arguments
};
constexpr int kPassLogInts = sizeof(PassLog) / sizeof(int);

enum class MemoryFault : int {
  leak = 1,             // never freed
  unknown_free = 2,     // freed something that is not allocated: freed twice, or never allocated
  copy_past_end = 3,    // a copy that is longer than the allocation, or than the array of the CPU
  wrong_direction = 4,  // a copy whose kind does not fit the places of its arrays
  no_memory = 5,        // a copy to or from a null pointer, or GPU memory that was freed
  target_behind = 6,    // a copy to an address after the end of an array and in no other array
  source_behind = 7,    // a copy from an address as in target_behind
  refused = 8,          // an allocation that CUDA refused
  set_past_end = 9,     // a cudaMemset that is longer than the allocation
  set_no_memory = 10    // a cudaMemset of a null pointer, of memory of the CPU or of freed memory
};

struct MemoryEvent {
  MemoryFault fault;
  long bytes;  // bytes of the allocation or the copy
  // copy_past_end, set_past_end: bytes up to the end of the allocation; no_memory: 0 for the target
  // of the copy, 1 for its source; set_no_memory: 1 for memory of the CPU; target_behind and
  // source_behind: bytes from the end of the array; a cudaFree inside of an array: bytes from its
  // beginning
  long room;
  std::string file;
  int line;
  int allocated_line;  // where this allocation was made; 0: there is none
  int freed_line;      // if memory is freed twice, where it was freed first; otherwise 0
};

// A cudaMemset, which gives the same value to every byte.
struct SetBytes {
  std::string file;
  int line;
  int value;  // the argument; only its lowest byte counts
};

// Lines of the submission about one allocation; 0 if there is none.
struct AllocationLines {
  std::string file;
  int made, filled, freed;  // filled: by the last cudaMemcpy or cudaMemset into it
  int lost;                 // the line of a cudaMalloc that overwrote the pointer to it
  int copied_unfilled;      // the line of a copy to the CPU before anything was copied into it
  long bytes;
  long filled_bytes;   // how many bytes got values from cudaMemcpy or cudaMemset
  int is_managed = 0;  // 1: the CPU may use it, so it may have values without a copy
};

}  // namespace handshake::protocol
