// Finds the directives of a file, in one pass. See directives.hpp.
#include "cuda_on_cpu/translate/directives.hpp"

#include <cctype>

namespace cuda_on_cpu::translate {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80);
}
bool is_blank(char c) {
  return c != '\n' && (c == '\0' || std::isspace(static_cast<unsigned char>(c)));
}

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {
    const std::string byte_order_mark = "\xef\xbb\xbf";  // compilers skip it
    if (text.compare(0, byte_order_mark.size(), byte_order_mark) == 0) at_ = byte_order_mark.size();
  }

  std::vector<WrittenDirective> run() {
    bool begins_line = true;
    while (!is_over()) {
      const char c = here();
      if (c == '\n' || is_blank(c)) {
        begins_line |= c == '\n';
        next();
      } else if (skips_comment()) {
      } else if (begins_line && (c == '#' || (c == '%' && after() == ':'))) {
        next();
        if (c == '%') next();
        read_directive();
      } else {
        begins_line = false;
        skip_token();
      }
    }
    return directives_;
  }

 private:
  // The position after backslashes that join lines. A backslash at the end of a line joins it with
  // the next line; compilers allow blanks after the backslash.
  size_t after_joins(size_t i) const {
    while (i < text_.size() && text_[i] == '\\') {
      size_t end = i + 1;
      while (end < text_.size() && is_blank(text_[end])) end++;
      if (end >= text_.size() || text_[end] != '\n') break;
      i = end + 1;
    }
    return i;
  }
  bool is_over() const { return after_joins(at_) >= text_.size(); }
  // The character at this place. For clang++, a carriage return without a line feed ends a line.
  char here() const {
    if (is_over()) return '\n';
    const size_t at = after_joins(at_);
    const bool ends_line = text_[at] == '\r' && text_.compare(at + 1, 1, "\n") != 0;
    return ends_line ? '\n' : text_[at];
  }
  char after() const {
    const size_t i = after_joins(after_joins(at_) + 1);
    return i < text_.size() ? text_[i] : '\n';
  }
  void next() {
    const size_t end = after_joins(at_) + 1;
    for (; at_ < end && at_ < text_.size(); at_++) line_ += text_[at_] == '\n';
  }

  bool skips_comment() {
    if (here() != '/' || (after() != '/' && after() != '*')) return false;
    const bool is_line = after() == '/';
    next();
    next();
    while (!is_over() && !(is_line ? here() == '\n' : here() == '*' && after() == '/')) next();
    if (!is_line) next();
    if (!is_line) next();
    return true;
  }

  void skip_token() {
    const char c = here();
    if (c == '"' || c == '\'') return skip_literal(c);
    if (!is_word(c)) return next();
    std::string word;
    while (!is_over() &&
           (is_word(here()) || (here() == '\'' && is_number(word) && is_word(after())))) {
      word += here();
      next();
    }
    const bool is_raw =
        word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R";
    if (is_raw && here() == '"') skip_raw_literal();
  }
  static bool is_number(const std::string& word) {
    return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0]));
  }

  // A quote without a partner in its line does not begin a literal: it is an apostrophe in text
  // that the preprocessor leaves out.
  void skip_literal(char quote) {
    next();
    while (!is_over() && here() != quote && here() != '\n') {
      if (here() == '\\') next();
      if (!is_over()) next();
    }
    if (here() == quote) next();
  }

  void skip_raw_literal() {
    at_ = after_joins(at_);
    const size_t open = text_.find('(', at_);
    if (open == std::string::npos) return next();
    const std::string closing = ')' + text_.substr(at_ + 1, open - at_ - 1) + '"';
    const size_t close = text_.find(closing, open);
    const size_t end = close == std::string::npos ? open : close + closing.size();
    for (; at_ < end; at_++) line_ += text_[at_] == '\n';
  }

  void read_directive() {
    const size_t line = line_;
    std::string text;
    while (!is_over() && here() != '\n') {
      if (skips_comment()) {
        text += ' ';
        continue;
      }
      const size_t begin = at_;
      skip_token();
      for (size_t i = begin; i < at_; i++) text += text_[i];
    }
    size_t first = 0, end = text.size();
    while (first < end && is_blank(text[first])) first++;
    while (end > first && is_blank(text[end - 1])) end--;
    size_t rest = first;
    while (rest < end && is_word(text[rest])) rest++;
    const std::string name = text.substr(first, rest - first);
    while (rest < end && is_blank(text[rest])) rest++;
    directives_.push_back({name, text.substr(rest, end - rest), line});
  }

  const std::string& text_;
  size_t at_ = 0;
  size_t line_ = 1;
  std::vector<WrittenDirective> directives_;
};

}  // namespace

std::vector<WrittenDirective> written_directives(const std::string& text) {
  return Reader(text).run();
}

}  // namespace cuda_on_cpu::translate
