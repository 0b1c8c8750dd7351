// Reads the memory limit from the value of the flag -memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "flags/flags.hpp"

namespace handshake {

// The number of bytes that `text` means; k, M and G mean 2^10, 2^20, 2^30. Throws UsageError.
inline std::int64_t parse_memory(std::string_view text) {
  const std::string_view units = "kMG";
  const std::size_t unit = text.empty() ? units.npos : units.find(text.back());
  const bool has_unit = unit != units.npos;
  const int shift = has_unit ? 10 * static_cast<int>(unit + 1) : 0;
  const std::int64_t most = (1ll << 50) >> shift;
  try {
    return parse_number("memory", text.substr(0, text.size() - has_unit), 1, most) << shift;
  } catch (const UsageError&) {
    throw UsageError("-memory " + std::string(text) + ": not a whole number from 1 to " +
                     std::to_string(most) +
                     (has_unit ? std::string(" followed by ") + text.back() : ""));
  }
}

}  // namespace handshake
