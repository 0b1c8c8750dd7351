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

Source::Source(std::string text) : text_(std::move(text)) {
  cut();
  pair_brackets();
}

void Source::cut() {
  size_t position = 0;
  bool in_system_header = false;
  bool at_line_start = true;
  while (position < text_.size()) {
    const char c = text_[position];
    if (is_space(c)) {
      at_line_start = at_line_start || c == '\n';
      position++;
    } else if (c == '#' && at_line_start) {
      position = read_directive(position, &in_system_header);
    } else {
      at_line_start = false;
      TokenKind kind;
      const size_t end = read_token(position, &kind);
      if (!in_system_header) tokens_.push_back({kind, position, end, kNone});
      position = end;
    }
  }
}

// A line marker is  # 12 "file.cu" flags  where the flag 3 says: a system header.
size_t Source::read_directive(size_t begin, bool* in_system_header) {
  const size_t end = std::min(text_.find('\n', begin), text_.size());
  size_t digit = begin + 1;
  while (digit < end && text_[digit] == ' ') digit++;
  if (digit < end && is_digit(text_[digit])) {
    const size_t open = text_.find('"', digit);
    const size_t close = text_.rfind('"', end);
    if (open < end && close != std::string::npos && close > open) {
      const std::string flags = text_.substr(close + 1, end - close - 1) + ' ';
      *in_system_header = flags.find(" 3 ") != std::string::npos;
      markers_.push_back({end + 1, std::strtoul(text_.c_str() + digit, nullptr, 10),
                          text_.substr(open + 1, close - open - 1)});
    }
  } else if (!*in_system_header) {
    pragmas_.push_back({begin, end});
  }
  return end;
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

// An unfinished literal ends with its line, so that one mistake does not swallow the file.
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

// Brackets that do not match stay without a partner. Whoever needs the partner then leaves the text
// alone, and the compiler explains the mistake to the programmer.
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
  if (i + 2 >= tokens_.size()) return false;
  for (size_t k = 0; k < 3; k++) {
    if (text_[tokens_[i + k].begin] != bracket || tokens_[i + k].begin != tokens_[i].begin + k) {
      return false;
    }
  }
  return tokens_[i].kind == TokenKind::punctuator;
}

std::string Source::spelling(size_t i) const {
  return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
}

size_t Source::closing_angle(size_t i) const {
  int depth = 0;
  for (; i < tokens_.size(); i++) {
    if (tokens_[i].kind != TokenKind::punctuator) continue;
    switch (text_[tokens_[i].begin]) {
      case '<':
        depth++;
        break;
      case '>':
        if (--depth == 0) return i;
        break;
      case '(':
      case '[':
      case '{':
        i = tokens_[i].partner;
        if (i == kNone) return kNone;
        break;
      case ')':
      case ']':
      case '}':
      case ';':
        return kNone;
      default:
        break;
    }
  }
  return kNone;
}

size_t Source::opening_angle(size_t i) const {
  int depth = 0;
  for (;; i--) {
    if (tokens_[i].kind == TokenKind::punctuator) {
      switch (text_[tokens_[i].begin]) {
        case '>':
          depth++;
          break;
        case '<':
          if (--depth == 0) return i;
          break;
        case ')':
        case ']':
        case '}':
          i = tokens_[i].partner;
          if (i == kNone) return kNone;
          break;
        case '(':
        case '[':
        case '{':
        case ';':
          return kNone;
        default:
          break;
      }
    }
    if (i == 0) return kNone;
  }
}

Location Source::location(size_t i) const {
  const size_t position = tokens_[i].begin;
  const size_t before = position == 0 ? std::string::npos : text_.rfind('\n', position - 1);
  const size_t line_begin = before == std::string::npos ? 0 : before + 1;
  auto after = std::upper_bound(
      markers_.begin(), markers_.end(), position,
      [](size_t offset, const LineMarker& marker) { return offset < marker.offset; });
  if (after == markers_.begin()) return {"", 0, position - line_begin + 1};
  const LineMarker& marker = *(after - 1);
  const auto newlines = std::count(text_.begin() + static_cast<std::ptrdiff_t>(marker.offset),
                                   text_.begin() + static_cast<std::ptrdiff_t>(position), '\n');
  return {marker.file, marker.line + static_cast<size_t>(newlines), position - line_begin + 1};
}

std::string Source::site(size_t i) const {
  const Location where = location(i);
  return '"' + where.file + ':' + std::to_string(where.line) + ':' + std::to_string(where.column) +
         '"';
}

}  // namespace cuda_on_cpu::translate
