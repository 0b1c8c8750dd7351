// Finds lines of onewaywrapper.cu that may explain a failure of GPU memory.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "check/source_facts.hpp"

namespace handshake::check {

// 0: there is no such line.
struct TellingLines {
  // Variables of the given code that the student's code declares again, and in which lines.
  std::vector<std::pair<std::string, int>> declared_again;
  int frees_host = 0;          // the first call of free()
  int frees = 0, decides = 0;  // the first cudaFree, and the condition or loop around it
  std::vector<int> unchecked;  // CUDA calls whose error is not checked
};

TellingLines telling_lines(const std::string& path, const LineRanges& students_lines);

}  // namespace handshake::check
