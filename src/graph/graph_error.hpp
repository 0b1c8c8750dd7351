// A fault of one entry of a graph: its row and its column are known.
#pragma once

#include <cstdint>
#include <string>

#include "graph/input_error.hpp"

namespace handshake {

class GraphError : public InputError {
 public:
  // row and column are 0-based; -1 if the fault has none.
  GraphError(const std::string& name, const std::string& message, std::int64_t row = -1,
             std::int64_t column = -1)
      : InputError(name, 0, message), row(row), column(column) {}

  std::int64_t row, column;
};

}  // namespace handshake
