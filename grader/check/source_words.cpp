// Small helpers for strings with source text. See source_words.hpp.
#include "check/source_words.hpp"

#include <algorithm>

#include "check/source_facts.hpp"

namespace handshake::check {

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

}  // namespace handshake::check
