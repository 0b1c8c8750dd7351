// Small tools for reading text line by line and for quoting it in messages.
#include "graph/text_lines.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace handshake {

bool LineReader::next() {
  if (position_ >= text_.size()) return false;
  lineStart_ = position_;
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  line_ = text_.substr(position_, end - position_);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  position_ = end + 1;
  number_++;
  return true;
}

bool is_empty_or_comment(std::string_view line) {
  const auto first = std::find_if_not(line.begin(), line.end(), is_blank);
  return first == line.end() || *first == '%';
}

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  for (auto at = line.begin();;) {
    const auto start = std::find_if_not(at, line.end(), is_blank);
    if (start == line.end()) return words;
    at = std::find_if(start, line.end(), is_blank);
    words.push_back(line.substr(start - line.begin(), at - start));
  }
}

std::string quote(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string quoted = "\"";
  for (const char c : text.substr(0, kLongest)) quoted += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kLongest) quoted += "...";
  return quoted + '"';
}

bool parse_count(std::string_view word, std::int64_t* number) {
  if (word.empty() ||
      !std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return false;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), *number);
  if (result.ec != std::errc()) *number = std::numeric_limits<std::int64_t>::max();
  return true;
}

}  // namespace handshake
