// A finding of the CUDA runtime: a race, an access out of bounds, or another fault.
#pragma once

#include <string>

namespace handshake::suite {

struct Finding {
  std::string kind;      // "out_of_bounds", "race", ...
  std::string severity;  // "error", "warning" or "note"
  std::string text;
  bool is_harmless = false;      // a race, but no order of the accesses gives a wrong element
  std::string file, other_file;  // other_file: of the second access, if there are two
  int line = 0, other_line = 0;
  int block = -1, thread = -1;
  std::string array;  // the array that was accessed, if the kernel has a name for it
  long index = 0;
  int other_block = -1, other_thread = -1;
  std::string kernel, launch_file;
  int launch_line = 0;  // where the kernel is launched, if there is a kernel
};

inline bool is_error(const Finding& finding) {
  return finding.severity == "error";
}

}  // namespace handshake::suite
