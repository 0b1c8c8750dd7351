// What onewaywrapper.cu does with each of the nine arrays of the passes, and in which lines.
#pragma once

#include <string>
#include <vector>

#include "protocol/observed.hpp"
#include "suite/edge_list.hpp"

namespace handshake::suite {

struct ArrayLife {
  std::string variable;
  std::string user;  // the first kernel that uses it; empty: no kernel does
  long needs = 0;    // elements
  // If there is no allocation, all members below are 0 or false.
  long has = 0;  // elements
  int allocated = 0, filled = 0, freed = 0;
  int copied_unfilled = 0;  // the line that copies it to the CPU before anything is copied into it
  bool is_piece = false;    // another array is in the same allocation
  bool is_managed = false;  // the CPU may have filled it
};

// `log`: the log of the first pass.
std::vector<ArrayLife> array_lives(const EdgeList& graph, const protocol::PassLog& log,
                                   const std::vector<protocol::AllocationLines>& allocations);

}  // namespace handshake::suite
