// Draws arrays as text.
#pragma once

#include <string>
#include <vector>

#include "suite/failure.hpp"

namespace handshake::check {

// Sentences without control characters, broken into lines of at most 80 columns that start with the
// indent.
std::string wrap(const std::string& text, const std::string& indent);

// The arrays, one below the other, with their indices and with a caret under the wrong element.
std::vector<std::string> draw_arrays(const suite::Failure& failure);

// A table; each column is as wide as its longest text.
std::vector<std::string> draw_table(const std::vector<std::vector<std::string>>& rows);

// The values in columns of this width, as in " 1  0 -1".
std::string draw_row(const std::vector<int>& values, size_t width);

}  // namespace handshake::check
