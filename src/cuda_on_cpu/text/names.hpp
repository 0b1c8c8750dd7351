// Splits a text into a set of names, and tests whether a name has a given beginning.
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
