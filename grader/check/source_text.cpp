// See source_text.hpp.
#include "check/source_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>

#include "check/directives.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

// Nobody writes more by hand.
constexpr size_t kMostSourceLines = 4000, kMostSourceLetters = 400;

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// ---- comments and literals

// Blanks the comments and the characters inside of literals.
class Blanker {
 public:
  explicit Blanker(std::string& text) : text_(text) {}

  void run() {
    while (at_ < text_.size()) {
      const size_t first = at_;
      if (text_.compare(at_, 2, "//") == 0)
        blank(first, end_of_line(at_));
      else if (text_.compare(at_, 2, "/*") == 0)
        blank(first, after("*/", at_ + 2));
      else if (text_[at_] == '"' || text_[at_] == '\'')
        skip_literal();
      else if (is_name_letter(text_[at_]))
        skip_word();
      else
        at_++;
    }
  }

 private:
  bool is_spliced(size_t newline) const {
    const size_t last =
        newline == 0 ? std::string::npos : text_.find_last_not_of('\r', newline - 1);
    return last != std::string::npos && text_[last] == '\\';
  }

  size_t end_of_line(size_t at) const {
    while (at < text_.size() && (text_[at] != '\n' || is_spliced(at))) at++;
    return at;
  }

  size_t after(const std::string& end, size_t from) const {
    const size_t found = text_.find(end, std::min(from, text_.size()));
    return found == std::string::npos ? text_.size() : found + end.size();
  }

  void blank(size_t first, size_t last) {
    for (size_t at = first; at < last; at++)
      if (text_[at] != '\n') text_[at] = ' ';
    at_ = std::max(at_, last);
  }

  // A literal without a closing quote ends at the end of its line.
  void skip_literal() {
    const char quote = text_[at_];
    const size_t first = ++at_;
    while (at_ < text_.size() && text_[at_] != quote && (text_[at_] != '\n' || is_spliced(at_)))
      at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_, text_.size());
    blank(first, at_);
    if (at_ < text_.size() && text_[at_] == quote) at_++;
  }

  // Skips a name or a number. In a number, a quote may separate digits; after some names, a literal
  // may have several lines: R"x(...)x".
  void skip_word() {
    const size_t first = at_;
    const bool is_number = is_digit(text_[at_]);
    while (at_ < text_.size() && (is_name_letter(text_[at_]) ||
                                  (is_number && text_[at_] == '\'' && at_ + 1 < text_.size() &&
                                   is_name_letter(text_[at_ + 1]))))
      at_++;
    constexpr size_t kMostLetters = 4, kMostOfDelimiter = 18;
    const std::string word = text_.substr(first, std::min(at_ - first, kMostLetters));
    if (!is_one_of(word, {"R", "u8R", "uR", "UR", "LR"}) || text_.compare(at_, 1, "\"") != 0)
      return;
    const std::string opens = text_.substr(at_ + 1, kMostOfDelimiter);
    const std::string delimiter = opens.substr(0, opens.find('('));
    if (delimiter.size() == opens.size()) return;
    blank(first, after(")" + delimiter + "\"", at_));
    text_.replace(first, 2, "\"\"");
  }

  std::string& text_;
  size_t at_ = 0;
};

Lines lines_of(const std::string& text) {
  Lines lines;
  for (size_t first = 0; first < text.size() && lines.size() < kMostSourceLines;) {
    const size_t end = std::min(text.size(), text.find('\n', first));
    lines.push_back(text.substr(first, std::min(end - first, kMostSourceLetters)));
    first = end + 1;
  }
  return lines;
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(kMostSourceLines * kMostSourceLetters, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(in.gcount()));
  return text;
}

}  // namespace

std::string code_of(std::string text) {
  Blanker(text).run();
  blank_removed(text);
  return text;
}

std::string code_in(const std::string& path) {
  return code_of(read_text(path));
}

std::string written_line(const std::string& path, int line) {
  const std::vector<std::string> lines = lines_of(read_text(path));
  return line >= 1 && line <= static_cast<int>(lines.size()) ? lines[line - 1] : "";
}

}  // namespace handshake::check
