// Reads weights in rare forms, which the fast readers do not handle.
#include "graph/parse_number.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace handshake {
namespace {

// The text from begin to end consists of digits, '.', 'e', 'E', '+' and '-'. It begins with a digit
// or '.'.
bool parse_decimal(const char* begin, const char* end, double* value) {
#ifdef __cpp_lib_to_chars
  const auto result = std::from_chars(begin, end, *value);
  if (result.ec == std::errc()) return result.ptr == end;
  if (result.ec != std::errc::result_out_of_range || result.ptr != end) return false;
#endif
  // strtod also reads numbers that are too small for from_chars: it rounds them to the nearest
  // double.
  const std::string word(begin, end);
  char* rest = nullptr;
  *value = std::strtod(word.c_str(), &rest);
  return *rest == '\0' && std::isfinite(*value);
}

}  // namespace

const char* parse_rare_weight(const char* const word, double* weight) {
  const bool negative = *word == '-';
  const char* const begin = word + (negative || *word == '+');
  const char* end = begin;
  while ((*end >= '0' && *end <= '9') || *end == '.' || *end == 'e' || *end == 'E' ||
         (end != begin && (*end == '+' || *end == '-')))
    end++;
  double value = 0;
  if (!ends_word(*end) || begin == end || *begin == 'e' || *begin == 'E' ||
      !parse_decimal(begin, end, &value))
    return nullptr;
  *weight = negative && value != 0 ? -value : value;
  return end;
}

const char* parse_rare_weight(const char* const word, std::int32_t* weight) {
  double value = 0;
  const char* const end = parse_rare_weight(word, &value);
  if (!end || std::trunc(value) != value || value < std::numeric_limits<std::int32_t>::min() ||
      value > std::numeric_limits<std::int32_t>::max())
    return nullptr;
  *weight = static_cast<std::int32_t>(value);
  return end;
}

}  // namespace handshake
