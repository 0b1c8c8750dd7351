// What a run of a submission's onewaywrapper.cu is seen to do: the types that both sides share.
#pragma once

#include <string>

namespace handshake::runner {

// What a stand-in saw in one pass. A room is the number of elements from the pointer to the end of
// its allocation; 0 when it points to no allocation.
struct PassLog {
  int handshaking_launches, numNodes, room_strongNeighbor, room_matches;
  int filter_launches, filter_numEdges, room_src, room_dst, room_filter_matches, room_keepEdges;
  int scan_launches, numElements, room_oldSum, room_newSum;  // the rooms of the first launch
  int pack_launches, pack_numEdges, room_pack[7];            // in the order of the arguments
};
constexpr int kPassLogInts = sizeof(PassLog) / sizeof(int);

enum class MemoryFault : int {
  leak = 1,            // never freed
  unknown_free = 2,    // freed something that is not allocated: freed twice, or never allocated
  copy_past_end = 3,   // a copy that is longer than the allocation
  wrong_direction = 4  // a copy whose kind does not fit to where its arrays are
};

struct MemoryEvent {
  MemoryFault fault;
  long bytes;  // of the allocation or the copy
  long room;   // of a copy past the end: bytes up to the end of the allocation
  std::string file;
  int line;
  int allocated_line;  // of a copy past the end: where the allocation was made; else 0
};

}  // namespace handshake::runner
