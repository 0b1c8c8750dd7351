// The resolution of a modularity as a fraction, from a double.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "extensions/louvain/fraction.hpp"
#include "graph/input_error.hpp"

namespace handshake {

// Throws InputError if the number is not from 0 to 1000, or has more than six digits after the
// point.
inline louvain::Fraction resolution_of(double number) {
  char text[64];
  std::snprintf(text, sizeof text, "%.6f", number);
  if (!(number >= 0 && number <= 1000) || std::strtod(text, nullptr) != number) {
    std::snprintf(text, sizeof text, "%.17g", number);
    throw InputError("resolution", 0,
                     std::string(text) +
                         " is not a number from 0 to 1000 with at most six digits after the point; "
                         "round it");
  }
  return louvain::parse_fraction(text);
}

}  // namespace handshake
