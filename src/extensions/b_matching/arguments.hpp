// The command line of the b_matching program.
#pragma once

#include <string>
#include <vector>

#include "extensions/b_matching/solve.hpp"
#include "extensions/common/output_files.hpp"

namespace handshake::b_matching {

struct Arguments {
  std::string input, output, json;
  std::int32_t b = 1;  // how many partners every node may have, if bounds_file is empty
  std::string bounds_file;
  TieRule ties = TieRule::kIndex;
  Options options;
  int repeat = 1;
  bool verify = false;
  bool help = false;

  std::vector<NamedFile> inputs() const { return {{"input", input}, {"b-file", bounds_file}}; }
  std::vector<NamedFile> outputs() const { return {{"output", output}, {"json", json}}; }
  Bounds bounds(Node nodes) const {
    return bounds_file.empty() ? same_bounds(nodes, b) : read_bounds(bounds_file, nodes);
  }
};

extern const char kBMatchingUsage[];

// Throws UsageError.
Arguments parse_arguments(int argc, char** argv);

}  // namespace handshake::b_matching
