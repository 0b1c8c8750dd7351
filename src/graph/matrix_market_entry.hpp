// Reads one entry line of a Matrix Market file. A fast reader reads the entry; if the line is
// faulty, a slow function says what is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/edge_source.hpp"
#include "graph/matrix_market.hpp"
#include "graph/parse_number.hpp"
#include "graph/text_lines.hpp"

namespace handshake {

inline const char* skip_blanks(const char* p) {
  while (is_blank(*p)) p++;
  return p;
}

// If p is at the end of a line, returns the start of the next line; otherwise null.
inline const char* pass_line_end(const char* p) {
  if (*p == '\r') p++;
  return *p == '\n' ? p + 1 : nullptr;
}

// Returns the end of the line that contains p.
[[gnu::always_inline]] inline const char* find_line_end(const char* p, LengthGuess* guess) {
  for (;; p += 8) {
    const std::uint64_t bytes = load_eight_bytes(p) ^ 0x0a0a0a0a0a0a0a0au;
    // In `ends`, the lowest byte that is 0x80 marks the first line end.
    const std::uint64_t ends = (bytes - 0x0101010101010101u) & ~bytes & 0x8080808080808080u;
    if (ends != 0) return advance(p, __builtin_ctzll(ends) / 8, guess);
  }
}

// Remembers how long the numbers of the previous line were. So each thread needs its own
// EntryParser.
template <class Weight>
class EntryParser {
 public:
  explicit EntryParser(const MatrixMarketHeader& header)
      : rows_(header.rows),
        columns_(header.columns),
        hasWeights_(header.field != MatrixMarketHeader::Field::pattern) {}

  // p points to the first word of a line. Returns the start of the next line, or null when the line
  // is not an entry. With Need::ends, only the row and the column are read, and the rest of the
  // line is not checked.
  template <Need need>
  [[gnu::always_inline]] const char* parse(const char* p, WeightedEdge<Weight>* edge) {
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    p = parse_index(p, &row, &rowLength_);
    if (!p || !is_blank(*p)) return nullptr;
    p = parse_index(skip_blanks(p), &column, &columnLength_);
    // If row or column is 0, the unsigned subtraction gives a number above every limit.
    if (!p || row - 1 >= rows_ || column - 1 >= columns_) return nullptr;
    edge->src = static_cast<Node>(row - 1);
    edge->dst = static_cast<Node>(column - 1);
    if (need == Need::ends) return find_line_end(p, &restLength_) + 1;
    edge->weight = 1;
    if (hasWeights_) {
      if (!is_blank(*p)) return nullptr;
      p = parse_weight(skip_blanks(p), &edge->weight);
      if (!p) return nullptr;
    }
    return pass_line_end(skip_blanks(p));
  }

 private:
  std::uint64_t rows_;
  std::uint64_t columns_;
  bool hasWeights_;
  LengthGuess rowLength_ = 1;
  LengthGuess columnLength_ = 1;
  // The position of the line end in the last eight bytes that find_line_end read: 0 to 7.
  LengthGuess restLength_ = 1;
};

// Says what is wrong with a line that EntryParser refuses, and what an entry should look like.
std::string entry_fault(std::string_view line, const MatrixMarketHeader& header,
                        WeightRule weights);

}  // namespace handshake
