// Cuts preprocessed text into tokens. See source.hpp.
#include "cuda_on_cpu/translate/source.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

namespace cuda_on_cpu::translate {
namespace {

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80);
}
bool continues_identifier(char c) {
  return starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c));
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

char opening_of(char closing) {
  return closing == ')' ? '(' : closing == ']' ? '[' : '{';
}

}  // namespace

Source::Source(std::string text, bool keeps_expansions)
    : text_(std::move(text)), keeps_expansions_(keeps_expansions) {
  cut();
  pair_brackets();
  pair_angles();
}

void Source::cut() {
  size_t at = 0;
  Position position;
  bool at_line_start = true;
  const auto count_lines = [&](size_t begin, size_t end) {
    for (; begin < end; begin++) {
      if (text_[begin] != '\n') continue;
      position.line++;
      position.line_begin = begin + 1;
    }
  };
  while (at < text_.size()) {
    const char c = text_[at];
    if (is_space(c)) {
      if (c == '\n') {
        at_line_start = true;
        count_lines(at, at + 1);
      }
      at++;
    } else if (c == '#' && at_line_start) {
      at = read_directive(at, &position);
    } else {
      at_line_start = false;
      TokenKind kind;
      const size_t end = read_token(at, &kind);
      if (!is_passed_over(position)) {
        tokens_.push_back({kind, at, end, position.file, position.line,
                           at - position.line_begin + 1, kNone, kNone});
      }
      if (kind == TokenKind::literal) count_lines(at, end);
      at = end;
    }
  }
}

bool Source::is_passed_over(const Position& position) const {
  const bool is_expansion = keeps_expansions_ && is_own_file(position.file);
  return position.in_system_header && !is_expansion;
}

bool Source::is_own_file(size_t file) const {
  const std::string& name = files_[file];
  return file == main_file_ || (name.size() > 3 && name.compare(name.size() - 3, 3, ".cu") == 0);
}

// Returns the end of the directive's line.
size_t Source::read_directive(size_t begin, Position* position) {
  const size_t end = std::min(text_.find('\n', begin), text_.size());
  size_t digit = begin + 1;
  while (digit < end && text_[digit] == ' ') digit++;
  if (digit < end && is_digit(text_[digit])) {
    read_marker(digit, end, position);
  } else if (!is_passed_over(*position)) {
    pragmas_.push_back({begin, end, position->file, position->line});
  }
  return end;
}

// A line marker is  # 12 "file.cu" flags.  The line after this marker is line 12 of file.cu. Flag 1
// means that a file begins, and flag 3 means a system header.
void Source::read_marker(size_t digit, size_t end, Position* position) {
  const size_t open = text_.find('"', digit);
  const size_t close = text_.rfind('"', end);
  if (open >= end || close == std::string::npos || close <= open) return;
  const std::string flags = ' ' + text_.substr(close + 1, end - close - 1) + ' ';
  const std::string name = text_.substr(open + 1, close - open - 1);
  const size_t file = file_index(name);
  const bool is_system = flags.find(" 3 ") != std::string::npos;
  if (main_file_ == kNone) main_file_ = file;
  if (flags.find(" 1 ") != std::string::npos && position->file == main_file_ &&
      file != main_file_) {
    inclusions_.push_back({end, position->line, name, is_system});
  }
  const bool enters_or_leaves =
      flags.find(" 1 ") != std::string::npos || flags.find(" 2 ") != std::string::npos;
  if (main_file_began_ && !enters_or_leaves && file != position->file) has_foreign_places_ = true;
  main_file_began_ |= file == main_file_ && position->file != main_file_;
  position->in_system_header = is_system;
  position->file = file;
  position->line = std::strtoul(text_.c_str() + digit, nullptr, 10) - 1;
}

size_t Source::file_index(const std::string& name) {
  const auto [entry, is_new] = index_of_file_.try_emplace(name, files_.size());
  if (is_new) files_.push_back(name);
  return entry->second;
}

size_t Source::read_token(size_t begin, TokenKind* kind) const {
  const size_t size = text_.size();
  const char c = text_[begin];
  size_t end = begin + 1;
  if (starts_identifier(c)) {
    while (end < size && continues_identifier(text_[end])) end++;
    *kind = TokenKind::identifier;
    if (end < size && (text_[end] == '"' || text_[end] == '\'')) {
      const std::string prefix = text_.substr(begin, end - begin);
      *kind = TokenKind::literal;
      if (prefix == "R" || prefix == "LR" || prefix == "uR" || prefix == "UR" || prefix == "u8R") {
        return read_raw_literal(end);
      }
      if (prefix == "L" || prefix == "u" || prefix == "U" || prefix == "u8") {
        return read_literal(end);
      }
      *kind = TokenKind::identifier;
    }
    return end;
  }
  if (is_digit(c) || (c == '.' && end < size && is_digit(text_[end]))) {
    *kind = TokenKind::number;
    while (end < size) {
      const char d = text_[end];
      const bool separator = d == '\'' && end + 1 < size && continues_identifier(text_[end + 1]);
      const bool exponent_sign = (d == '+' || d == '-') && std::strchr("eEpP", text_[end - 1]);
      if (!continues_identifier(d) && d != '.' && !separator && !exponent_sign) break;
      end++;
    }
    return end;
  }
  if (c == '"' || c == '\'') {
    *kind = TokenKind::literal;
    return read_literal(begin);
  }
  *kind = TokenKind::punctuator;
  return end;
}

// The end of a literal. An unfinished literal ends with its line, so that one mistake does not
// affect the rest of the file.
size_t Source::read_literal(size_t quote) const {
  size_t end = quote + 1;
  while (end < text_.size() && text_[end] != text_[quote]) {
    if (text_[end] == '\n') return end;
    end += text_[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, text_.size());
}

size_t Source::read_raw_literal(size_t quote) const {
  const size_t open = text_.find('(', quote);
  if (open == std::string::npos) return text_.size();
  const std::string closing = ")" + text_.substr(quote + 1, open - quote - 1) + "\"";
  const size_t close = text_.find(closing, open);
  return close == std::string::npos ? text_.size() : close + closing.size();
}

// Finds the partner of each bracket. Brackets that do not match stay without a partner. A caller
// that needs the partner then leaves the text alone, and the compiler explains the mistake to the
// programmer.
void Source::pair_brackets() {
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens_.size(); i++) {
    if (tokens_[i].kind != TokenKind::punctuator) continue;
    const char c = text_[tokens_[i].begin];
    if (c == '(' || c == '[' || c == '{') {
      open.push_back(i);
    } else if ((c == ')' || c == ']' || c == '}') && !open.empty() &&
               text_[tokens_[open.back()].begin] == opening_of(c)) {
      tokens_[i].partner = open.back();
      tokens_[open.back()].partner = i;
      open.pop_back();
    } else if (c == '}') {
      // A closing brace ends whatever was left open inside its block.
      while (!open.empty() && text_[tokens_[open.back()].begin] != '{') open.pop_back();
      if (open.empty()) continue;
      tokens_[i].partner = open.back();
      tokens_[open.back()].partner = i;
      open.pop_back();
    }
  }
}

// Finds the brackets < and > of template arguments without knowing which names are templates: two
// brackets that look like a pair count as a pair. Inside of a pair, brackets of other kinds must be
// complete pairs, and there must be no semicolon.
void Source::pair_angles() {
  std::vector<size_t> open;
  for (size_t i = 0; i < tokens_.size(); i++) {
    if (tokens_[i].kind != TokenKind::punctuator) continue;
    switch (text_[tokens_[i].begin]) {
      case '<':
      case '(':
      case '[':
      case '{':
        open.push_back(i);
        break;
      case '>':
        if (is(i - 1, "-") || open.empty() || !is(open.back(), "<")) break;
        tokens_[i].angle = open.back();
        tokens_[open.back()].angle = i;
        open.pop_back();
        break;
      case ';':
        while (!open.empty() && is(open.back(), "<")) open.pop_back();
        break;
      case ')':
      case ']':
      case '}':
        // The closing bracket of a pair ends everything that is open inside the pair. A closing
        // bracket without a partner ends everything that is open.
        while (!open.empty() && open.back() != tokens_[i].partner) open.pop_back();
        if (!open.empty()) open.pop_back();
        break;
      default:
        break;
    }
  }
}

bool Source::is(size_t i, const char* spelling) const {
  if (i >= tokens_.size()) return false;
  const size_t length = tokens_[i].end - tokens_[i].begin;
  return std::strlen(spelling) == length && text_.compare(tokens_[i].begin, length, spelling) == 0;
}

bool Source::is_identifier(size_t i) const {
  return i < tokens_.size() && tokens_[i].kind == TokenKind::identifier;
}

bool Source::any_of(size_t i, std::initializer_list<const char*> spellings) const {
  return std::any_of(spellings.begin(), spellings.end(),
                     [&](const char* spelling) { return is(i, spelling); });
}

bool Source::is_triple(size_t i, char bracket) const {
  if (i + 2 >= tokens_.size() || tokens_[i].kind != TokenKind::punctuator) return false;
  for (size_t k = 0; k < 3; k++)
    if (text_[tokens_[i + k].begin] != bracket) return false;
  if (tokens_[i + 1].begin != tokens_[i].end) return false;
  if (tokens_[i + 2].begin == tokens_[i + 1].end) return true;
  // A blank after two brackets. Some editors write launches so. But `operator<< <T>` is a name, and
  // >> > may close the arguments of templates.
  if (bracket == '<') return i == 0 || !is(i - 1, "operator");
  return tokens_[i].angle == kNone || is_triple(tokens_[i].angle - 2, '<');
}

std::string Source::spelling(size_t i) const {
  return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
}

Location Source::location(size_t i) const {
  const Token& token = tokens_[i];
  return {files_.empty() ? "" : files_[token.file], token.line, token.column};
}

std::string Source::line_ends(size_t begin, size_t end) const {
  std::string kept;
  while ((begin = text_.find('\n', begin)) < end) {
    kept += '\n';
    begin++;
    while (begin + 2 < end && text_[begin] == '#' && is_digit(text_[begin + 2])) {
      const size_t next = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
      kept.append(text_, begin, next - begin);
      begin = next;
    }
  }
  return kept;
}

std::string Source::site(size_t i) const {
  const Location where = location(i);
  return '"' + where.file + ':' + std::to_string(where.line) + ':' + std::to_string(where.column) +
         '"';
}

}  // namespace cuda_on_cpu::translate
