// The tables of words. A row is `id: text`, and goes on in lines that begin with two spaces; a line
// that begins with two spaces and a minus sign begins a new sentence. In a text:
//   {at}           the value of a slot
//   {edges|edge}   with what it counts: "1 edge", "3 edges"
//   {^thread}      with a capital letter
//   {?loop: ...}   the text only if the slot has a value, and is not false
//   {!loop: ...}   the text only if it has none, or is false
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "suite/slot.hpp"

namespace handshake::suite::words {

extern const char *const kFacts, *const kChanges, *const kHints, *const kNotes;

// The sentences of a row, which is in the first of the tables that has it. Throws std::out_of_range
// if none has it, or if a slot of its text is not given.
std::vector<std::string> sentences_of(std::initializer_list<const char*> tables,
                                      std::string_view id, const Slots& slots);

}  // namespace handshake::suite::words
