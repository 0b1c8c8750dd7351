// See source_words.hpp.
#include "check/source_words.hpp"

#include <algorithm>
#include <cctype>

namespace handshake::check {

bool is_name_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string::npos
             ? ""
             : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool begins_with(const std::string& text, const std::string& word) {
  return text.compare(0, word.size(), word) == 0;
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* one) { return word == one; });
}

bool is_plain_operand(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_name_letter(c) || c == '[' || c == ']' || c == '.';
  });
}

size_t end_of_list(const std::string& text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); at++) {
    depth += (text[at] == '(' || text[at] == '[') - (text[at] == ')' || text[at] == ']');
    if (depth == 0) return at + 1;
  }
  return std::string::npos;
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

size_t find_word(const std::string& text, const std::string& word, size_t from) {
  for (size_t at = text.find(word, from); at != std::string::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !is_name_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_name_letter(text[end]))) return at;
  }
  return std::string::npos;
}

}  // namespace handshake::check
