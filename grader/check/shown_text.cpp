// See shown_text.hpp.
#include "check/shown_text.hpp"

#include <filesystem>

#include "cuda_on_cpu/text/utf8.hpp"

namespace handshake::check {

namespace {

// Whether the character controls the terminal; U+0080 to U+009F do so, too.
bool is_control(std::string_view letter) {
  const auto first = static_cast<unsigned char>(letter.front());
  if (letter.size() == 1) return (first < 0x20 && first != '\n') || first == 0x7f;
  return first == 0xc2 && static_cast<unsigned char>(letter[1]) < 0xa0;
}

}  // namespace

std::string harmless(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    const std::string_view piece = text.substr(0, letter.bytes);
    if (!letter.is_whole)
      shown += kNoLetter;
    else
      shown += is_control(piece) ? " " : piece;
    text.remove_prefix(letter.bytes);
  }
  return shown;
}

std::string short_path(const std::string& path) {
  static const std::string here = std::filesystem::current_path().string() + "/";
  return path.compare(0, here.size(), here) == 0 ? path.substr(here.size()) : path;
}

}  // namespace handshake::check
