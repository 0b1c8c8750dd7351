// The tables of words. A row is `id: text`, and goes on in lines that begin with two spaces; a line
// that begins with two spaces and a minus sign begins a new sentence. In a text:
//   {at}           the value of a slot
//   {edges|edge}   with what it counts: "1 edge", "3 edges"
//   {^thread}      with a capital letter
//   {?loop: ...}   the text only if the slot has a value, and is not false
//   {!loop: ...}   the text only if it has none, or is false
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "suite/slot.hpp"

namespace handshake::suite::words {

extern const char *const kFacts, *const kChanges, *const kHints;

// The sentences of a row. Throws std::out_of_range if there is no such row, or if a slot of its
// text is not given.
std::vector<std::string> sentences_of(const char* table, std::string_view id, const Slots& slots);

}  // namespace handshake::suite::words
