// Small helpers for a piece of source text.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace handshake::check {

// Whether the character may be part of a name: a letter, a digit or _.
bool is_name_letter(char c);

std::string trimmed(const std::string& text);
bool begins_with(const std::string& text, const std::string& word);
bool ends_with(const std::string& text, const std::string& end);
bool is_one_of(const std::string& word, std::initializer_list<const char*> words);

// Whether the text has no operator: it is a name, a number or an element such as `a[i]`.
bool is_plain_operand(const std::string& text);

// The first position of the word at or after `from`; npos: the word is not there.
size_t find_word(const std::string& text, const std::string& word, size_t from = 0);

// The position after the parenthesis that closes the one at `open`; npos: it is not in this text.
size_t end_of_list(const std::string& text, size_t open);

// Splits the text at its commas, but not at commas inside of brackets: "a, b[1, 2], c" becomes "a",
// "b[1, 2]" and "c".
std::vector<std::string> parts_of(const std::string& list);

}  // namespace handshake::check
