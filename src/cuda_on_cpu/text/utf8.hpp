// Finds the UTF-8 characters in any bytes, such as the output of a program or the name of a file.
#pragma once

#include <cstddef>
#include <string_view>

namespace handshake {

constexpr std::string_view kNoLetter = "\xef\xbf\xbd";  // U+FFFD, replaces invalid bytes

struct Letter {
  std::size_t bytes;
  bool is_whole;  // false: the bytes are not a character; one kNoLetter replaces all of them
};

// Returns the character at the start of a text that is not empty. Overlong forms, surrogates and
// numbers above U+10FFFF are not characters.
inline Letter first_letter(std::string_view text) {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {1, true};
  const std::size_t wanted = lead < 0xc2   ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf5 ? 4
                                           : 0;
  unsigned char smallest = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;  // of the second byte
  unsigned char largest = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  std::size_t at = 1;
  while (at < wanted && at < text.size() && byte(at) >= smallest && byte(at) <= largest) {
    smallest = 0x80;
    largest = 0xbf;
    at++;
  }
  return {at, at == wanted};
}

// Returns the beginning of the text: at most `most` bytes, which do not end inside a character.
inline std::string_view cut_at_letter(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  const auto is_inside = [text](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  for (std::size_t back = 0; back < 4 && back <= most; back++)
    if (!is_inside(most - back)) return text.substr(0, most - back);
  return text.substr(0, most);
}

}  // namespace handshake
