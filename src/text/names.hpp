// Lists of names that are written as one text, and tests of how a name begins.
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>

namespace handshake {

using Names = std::unordered_set<std::string>;

inline Names words(const char* text) {
  std::istringstream stream(text);
  Names names;
  for (std::string word; stream >> word;) names.insert(word);
  return names;
}

inline bool starts_with(const std::string& text, std::string_view beginning) {
  return text.rfind(beginning, 0) == 0;
}

}  // namespace handshake
