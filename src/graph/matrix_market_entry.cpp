// Makes the message that says what is wrong with an entry line of a Matrix Market file.
#include "graph/matrix_market_entry.hpp"

#include <strings.h>

#include <algorithm>
#include <vector>

namespace handshake {
namespace {

std::string weight_fault(std::string_view word, const MatrixMarketHeader& header,
                         WeightRule weights) {
  const std::string weight = "the weight " + quote(word);
  const std::string range = " must be an integer between -2147483648 and 2147483647; round it, or ";
  if (weights == WeightRule::integer)
    return weight + range + "use multi_gpu_ld, which takes real weights";
  if (header.field == MatrixMarketHeader::Field::integer)
    return weight + range + "write real instead of integer in the banner";
  const std::string unsigned_word(word.substr(word[0] == '-' || word[0] == '+'));
  for (const char* const name : {"nan", "inf", "infinity"})
    if (strcasecmp(unsigned_word.c_str(), name) == 0)
      return weight + " is not finite; give the edge a finite weight, or leave out the edge";
  const bool number_like = word.find_first_not_of("+-.0123456789eE") == std::string_view::npos &&
                           word.find_first_of("0123456789") != std::string_view::npos;
  return weight + (number_like ? " is not a number that fits a double" : " is not a number") +
         "; an entry is: row column weight";
}

std::string index_fault(const char* name, std::string_view word, std::int64_t limit,
                        const MatrixMarketHeader& header) {
  const std::string index = std::string("the ") + name + " " + quote(word);
  std::int64_t value = 0;
  if (!parse_count(word, &value)) return index + " is not a whole number";
  if (value >= 1 && value <= limit) return {};
  return index + " does not exist: line " + std::to_string(header.sizeLine) + " names " +
         std::to_string(limit) + " " + name + "s, and they are numbered from 1";
}

}  // namespace

std::string entry_fault(std::string_view line, const MatrixMarketHeader& header,
                        WeightRule weights) {
  const bool hasWeights = header.field != MatrixMarketHeader::Field::pattern;
  const std::string shape =
      hasWeights ? "; an entry is: row column weight" : "; an entry is: row column";
  const std::size_t expected = hasWeights ? 3 : 2;
  const std::vector<std::string_view> words = split_words(line);
  if (hasWeights && words.size() == 2) return "the weight is missing in " + quote(line) + shape;
  if (words.size() != expected)
    return quote(line) + " has " + std::to_string(words.size()) +
           (words.size() == 1 ? " word" : " words") + " instead of " + std::to_string(expected) +
           shape;
  std::string fault = index_fault("row", words[0], header.rows, header);
  if (fault.empty()) fault = index_fault("column", words[1], header.columns, header);
  if (!fault.empty()) return fault + shape;
  return weight_fault(words[2], header, weights);
}

}  // namespace handshake
