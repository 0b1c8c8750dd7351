// Reads text in the coordinate format of Matrix Market: only its header, or the whole graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graph/csr.hpp"
#include "graph/file_bytes.hpp"
#include "graph/read_options.hpp"

namespace handshake {

struct MatrixMarketHeader {
  enum class Field { integer, real, pattern };

  Field field = Field::integer;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t entries = 0;
  std::int64_t sizeLine = 0;  // number of the line that holds these three values
  std::size_t bodyStart = 0;  // where the line after the size line begins
};

bool is_matrix_market(std::string_view start);

// Throws InputError if the header is wrong, or if it states more nodes or entries than are
// plausible for a text of this size.
MatrixMarketHeader read_matrix_market_header(std::string_view text, const std::string& path);

// Throws InputError, which names `path`.
CsrGraph read_matrix_market(const FileBytes& file, const std::string& path,
                            const ReadOptions& options, ReadReport& report);

}  // namespace handshake
