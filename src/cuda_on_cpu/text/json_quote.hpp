// Converts any bytes into a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
// All C++ code of this repository that writes JSON uses these functions.
#pragma once

#include <string>
#include <string_view>

#include "cuda_on_cpu/text/utf8.hpp"

namespace handshake {

// Calls `put` with one char at a time. json_quote allocates no memory, so code that reports a fault
// can use it.
template <class Put>
void json_quote(std::string_view text, Put put) {
  const auto put_all = [&put](std::string_view piece) {
    for (const char one : piece) put(one);
  };
  put('"');
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    const auto first = static_cast<unsigned char>(text.front());
    if (!letter.is_whole) {
      put_all(kNoLetter);
    } else if (first == '"' || first == '\\') {
      put('\\');
      put(text.front());
    } else if (first == '\n') {
      put_all("\\n");
    } else if (first < 0x20 || first == 0x7f) {
      put_all("\\u00");
      put("0123456789abcdef"[first / 16]);
      put("0123456789abcdef"[first % 16]);
    } else {
      put_all(text.substr(0, letter.bytes));
    }
    text.remove_prefix(letter.bytes);
  }
  put('"');
}

inline std::string json_quoted(std::string_view text) {
  std::string quoted;
  json_quote(text, [&quoted](char one) { quoted += one; });
  return quoted;
}

}  // namespace handshake
