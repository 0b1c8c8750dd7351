// The command line of the b_matching program.
#pragma once

#include <string>

#include "extensions/b_matching/solve.hpp"

namespace handshake {

struct BArguments {
  std::string input, output, json;
  std::int32_t b = 1;  // of every node, where bounds_file is empty
  std::string bounds_file;
  TieRule ties = TieRule::kIndex;
  BOptions options;
  int repeat = 1;
  bool verify = false;
  bool help = false;

  Bounds bounds(Node nodes) const {
    return bounds_file.empty() ? same_bounds(nodes, b) : read_bounds(bounds_file, nodes);
  }
};

extern const char kBMatchingUsage[];

// Throws UsageError.
BArguments parse_arguments(int argc, char** argv);

}  // namespace handshake
