// How much memory a program may use, as a word of its command line.
#pragma once

#include <cstdint>
#include <string_view>

#include "flags/flags.hpp"

namespace handshake {

// Bytes; k, M and G mean 2^10, 2^20, 2^30. Throws UsageError.
inline std::int64_t parse_memory(std::string_view text) {
  std::int64_t unit = 1;
  if (!text.empty()) {
    const char last = text.back();
    unit = last == 'k' ? 1ll << 10 : last == 'M' ? 1ll << 20 : last == 'G' ? 1ll << 30 : 1;
    if (unit > 1) text.remove_suffix(1);
  }
  return parse_number("memory", text, 1, (1ll << 50) / unit) * unit;
}

}  // namespace handshake
