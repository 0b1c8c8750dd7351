// A number as a fraction, so that no comparison depends on rounding.
#pragma once

#include <cstdint>
#include <string>

namespace handshake::louvain {

// over / under, in lowest terms.
struct Fraction {
  std::int64_t over = 1;
  std::int64_t under = 1;
};

// Reads a number such as "1" or "0.75", from 0 to 1000 with up to six digits after the point.
// Throws std::invalid_argument.
Fraction parse_fraction(const std::string& text);

}  // namespace handshake::louvain
