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

// ---- statements

std::string without_blanks_at_end(const std::string& text) {
  return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

// The text after the last statement that ends in it. `is_inside`: a ( or [ is still open.
std::string unfinished(const std::string& text, bool& is_inside) {
  std::string open;
  size_t first = 0;
  is_inside = false;
  for (size_t at = 0; at < text.size(); at++) {
    const char c = text[at];
    if (std::strchr("([{", c) != nullptr) open += c;
    if (std::strchr(")]}", c) != nullptr && !open.empty()) open.pop_back();
    is_inside = !open.empty() && open.back() != '{';
    if (!is_inside && std::strchr(";{}", c) != nullptr) first = at + 1;
  }
  return trimmed(text.substr(first));
}

// The text after the heads with which it begins, such as `else if (a < b)`.
std::string after_heads(std::string text) {
  for (;;) {
    size_t letters = 0;
    while (letters < text.size() && is_name_letter(text[letters])) letters++;
    const std::string word = text.substr(0, letters);
    const size_t open = text.find_first_not_of(" \t", letters);
    const bool has_list = is_one_of(word, {"if", "for", "while", "switch"}) &&
                          open != std::string::npos && text[open] == '(';
    const size_t end = has_list ? end_of_list(text, open) : letters;
    if (end == std::string::npos) return text;
    if (!has_list && !is_one_of(word, {"else", "do"})) return text;
    text = trimmed(text.substr(end));
  }
}

// Whether the text is a name with a list in parentheses, and nothing else.
bool is_call(const std::string& text) {
  const size_t open = text.find('(');
  return open > 0 && open != std::string::npos && end_of_list(text, open) == text.size() &&
         std::all_of(text.begin(), text.begin() + static_cast<long>(open), is_name_letter);
}

// Whether the text ends in the middle of a statement or of a head, so that the next line, which is
// not empty, belongs to it.
bool goes_on(const std::string& text, const std::string& next) {
  bool is_inside = false;
  const std::string last = after_heads(unfinished(text, is_inside));
  if (begins_with(trimmed(text), "#") || next[0] == '#') return false;
  if (is_inside) return true;
  const std::string word =
      next.substr(0, std::find_if_not(next.begin(), next.end(), is_name_letter) - next.begin());
  const bool is_new = is_one_of(word, {"if", "else", "for", "while", "do", "switch", "return",
                                       "break", "continue", "case", "default", "goto"});
  if (last.empty() || is_new || next[0] == '}') return false;
  if (begins_with(last, "template") && last.back() == '>') return false;
  if (last.back() == ':') return last.find('?') != std::string::npos;  // else a label
  return !is_call(last) || !is_name_letter(next[0]);  // else a macro, such as CHECK(x)
}

bool ends_head(const std::string& text) {
  bool is_inside = false;
  const std::string last = unfinished(text, is_inside);
  return !is_inside && !last.empty() && std::strchr("=,", last.back()) == nullptr;
}

std::string joined(const std::string& text, const std::string& next) {
  const char last = text.empty() ? ' ' : text.back();
  const bool are_close = std::strchr("([", last) != nullptr ||
                         std::strchr(")],;.", next[0]) != nullptr || begins_with(next, "->") ||
                         (next[0] == '[' && is_name_letter(last)) ||
                         (next[0] == '(' && (is_name_letter(last) || last == '>'));
  return text + (are_close ? "" : " ") + next;
}

void join_statements(Lines& lines) {
  for (size_t first = 0; first < lines.size();) {
    std::string text = lines[first];
    size_t end = first + 1;
    const bool is_blank = text.empty();
    while (!is_blank && end < lines.size()) {
      const bool is_spliced = text.back() == '\\';
      size_t next = end;
      while (!is_spliced && next < lines.size() && lines[next].empty()) next++;
      const std::string rest = next < lines.size() ? trimmed(lines[next]) : "";
      if (is_spliced) {
        text = without_blanks_at_end(text.substr(0, text.size() - 1));
        if (text.empty()) text = " ";
      } else if (rest == "{" && ends_head(text)) {
        text += " {";
        lines[next].clear();
        break;
      }
      const bool is_long = text.size() + rest.size() > kMostStatementLetters;
      if (is_long || (!is_spliced && (rest.empty() || !goes_on(text, rest)))) break;
      if (!rest.empty()) text = joined(text, rest);
      end = next + 1;
    }
    lines[first] = is_blank ? " " : text;
    for (size_t line = first + 1; line < end; line++) lines[line].clear();
    first = end;
  }
}

Lines lines_of(const std::string& text) {
  Lines lines;
  for (size_t first = 0; first < text.size() && lines.size() < kMostSourceLines;) {
    const size_t end = std::min(text.size(), text.find('\n', first));
    lines.push_back(text.substr(first, std::min(end - first, kMostSourceLetters)));
    first = end + 1;
  }
  return lines;
}

// At most as much text as kMostSourceLines lines can have.
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

std::vector<std::string> source_lines(const std::string& path) {
  Lines lines = lines_of(code_in(path));
  for (std::string& line : lines) line = without_blanks_at_end(line);
  join_statements(lines);
  return lines;
}

int statement_at(const std::vector<std::string>& lines, int line) {
  if (line < 1 || line > static_cast<int>(lines.size())) return 0;
  while (line > 1 && lines[line - 1].empty()) line--;
  return line;
}

int end_of_statement(const std::vector<std::string>& lines, int first) {
  int last = first;
  while (last < static_cast<int>(lines.size()) && lines[last].empty()) last++;
  return last;
}

int code_above(const std::vector<std::string>& lines, int line) {
  do line--;
  while (line > 0 && lines[line - 1].find_first_not_of(" \t") == std::string::npos);
  return line;
}

std::string statement_in(const std::string& path, int line) {
  const std::vector<std::string> lines = source_lines(path);
  const int first = statement_at(lines, line);
  return first > 0 ? lines[first - 1] : "";
}

std::string written_line(const std::string& path, int line) {
  const std::vector<std::string> lines = lines_of(read_text(path));
  return line >= 1 && line <= static_cast<int>(lines.size()) ? lines[line - 1] : "";
}

}  // namespace handshake::check
