// Small tools for reading text line by line and for quoting it in messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace handshake {

inline bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Reads a text line by line. A line does not contain its '\n', nor a '\r' before the '\n'.
class LineReader {
 public:
  explicit LineReader(std::string_view text, std::int64_t firstNumber = 1)
      : text_(text), number_(firstNumber - 1) {}

  // Goes to the next line; returns false at the end of the text. A '\n' at the end of the text does
  // not begin another line.
  bool next();

  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }        // of the current line
  std::size_t line_start() const { return lineStart_; }  // where the current line begins
  std::size_t position() const { return position_; }     // where the next line begins

 private:
  std::string_view text_;
  std::string_view line_;
  std::size_t lineStart_ = 0;
  std::size_t position_ = 0;
  std::int64_t number_;
};

// True for a line without content: empty, only blanks, or a comment that begins with '%'.
bool is_empty_or_comment(std::string_view line);

// The words of a line: the texts between spaces and tabs.
std::vector<std::string_view> split_words(std::string_view line);

// Returns the text in quotes. A long text is shortened, and bytes that are not printable ASCII
// become '?'.
std::string quote(std::string_view text);

// Returns true if word is a whole number without a sign. A number that does not fit becomes the
// largest number that fits.
bool parse_count(std::string_view word, std::int64_t* number);

}  // namespace handshake
