// What host code does with an array of the GPU, and in which lines.
#pragma once

#include <string>

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

}  // namespace handshake::suite
