// Writes results as text.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "graph/file_writer.hpp"

namespace handshake {

// Line i has the numbers for which numbers_of(i, write) calls write(number), separated by blanks;
// without a number, the line is -1. The file appears whole or not at all. Throws OutputError.
template <class NumbersOf>
void write_lines(const std::string& path, std::int64_t lines, const NumbersOf& numbers_of) {
  FileWriter file(path);
  std::string line;
  for (std::int64_t i = 0; i < lines; ++i) {
    line.clear();
    numbers_of(i, [&line](std::int64_t number) {
      char digits[24];
      if (!line.empty()) line += ' ';
      line.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    });
    file.write(line.empty() ? "-1" : line);
    file.write("\n");
  }
  file.finish();
}

}  // namespace handshake
