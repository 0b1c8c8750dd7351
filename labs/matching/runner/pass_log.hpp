// What the stand-in kernels saw in one pass of a submission's onewaywrapper.cu.
#pragma once

#include "protocol/observed.hpp"

namespace handshake::protocol {

struct PassLog {
  int handshaking_launches, numNodes;
  SeenArray strongNeighbor, matches;
  int filter_launches, filter_numEdges;
  SeenArray src, dst, filter_matches, keepEdges;
  int scan_launches, numElements;
  SeenArray oldSum, newSum;  // in the first launch of the scan
  int pack_launches, pack_numEdges;
  SeenArray pack[7];  // in the order of the kernel's arguments
};
constexpr int kPassLogInts = sizeof(PassLog) / sizeof(int);

}  // namespace handshake::protocol
