// Small helpers for a piece of source text.
#pragma once

#include <initializer_list>
#include <string>

namespace handshake::check {

std::string trimmed(const std::string& text);
bool begins_with(const std::string& text, const std::string& word);
bool ends_with(const std::string& text, const std::string& end);
bool is_one_of(const std::string& word, std::initializer_list<const char*> words);

// Whether the text is a name, a number or an element, without an operator.
bool is_plain_operand(const std::string& text);

}  // namespace handshake::check
