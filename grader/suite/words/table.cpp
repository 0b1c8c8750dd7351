// Reads the tables of words, and fills the slots of their texts. See table.hpp.
#include "suite/words/table.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "suite/words/names.hpp"
#include "suite/words/words.hpp"

namespace handshake::suite::words {

namespace {

std::string said(std::monostate) {
  return "";
}
std::string said(bool value) {
  return value ? "true" : "false";
}
std::string said(long value) {
  return number(value);
}
std::string said(const std::string& value) {
  return value;
}
std::string said(const Place& value) {
  return place(value);
}
std::string said(ThreadId value) {
  return thread(value);
}
std::string said(const Task& value) {
  return task(value);
}
std::string said(Shape value) {
  return shape(value);
}
std::string said(Value value) {
  return number(value);
}
std::string said(const std::vector<Place>& value) {
  return places(value);
}
std::string said(const Deed& value) {
  return told(value);
}

std::string said(const Finding& value) {
  return text(value);
}

bool holds(const Slot& slot) {
  const bool* const is_true = std::get_if<bool>(&slot);
  return is_true ? *is_true : !std::holds_alternative<std::monostate>(slot);
}

// The position after the bracket that closes the one at `open`.
size_t end_of(std::string_view text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); at++) {
    depth += (text[at] == '{') - (text[at] == '}');
    if (depth == 0) return at + 1;
  }
  return text.size();
}

std::string filled(std::string_view text, const Slots& slots);

// `hole`: what is inside of the brackets.
std::string value_of(std::string_view hole, const Slots& slots) {
  const bool has_sign = hole.find_first_of("?!^") == 0;
  const size_t end = std::min(hole.find_first_of(":|"), hole.size());
  const auto found = slots.find(hole.substr(has_sign, end - has_sign));
  if (found == slots.end()) throw std::out_of_range("no slot " + std::string(hole));
  std::string_view rest = hole.substr(std::min(end + 1, hole.size()));
  if (hole[0] == '?' || hole[0] == '!')
    return holds(found->second) == (hole[0] == '?') ? filled(rest.substr(1), slots) : "";
  if (!rest.empty()) return counted(std::get<long>(found->second), std::string(rest));
  const std::string value = std::visit([](const auto& one) { return said(one); }, found->second);
  return hole[0] == '^' ? capital(value) : value;
}

std::string filled(std::string_view text, const Slots& slots) {
  std::string all;
  for (size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{')) {
    const size_t end = end_of(text, open);
    all.append(text.substr(0, open));
    all += value_of(text.substr(open + 1, end - open - 2), slots);
    text.remove_prefix(end);
  }
  return all.append(text);
}

// The texts of a row, one for each sentence; none if there is no such row.
std::vector<std::string> row_of(const char* table, std::string_view id) {
  const std::string head = std::string(id) + ": ";
  std::vector<std::string> texts;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const bool goes_on = line.compare(0, 2, "  ") == 0;
    if (!goes_on && !texts.empty()) break;
    if (goes_on && !texts.empty() && line[2] != '-')
      texts.back() += line.substr(1);
    else if (goes_on && !texts.empty())
      texts.push_back(line.substr(4));
    else if (line.compare(0, head.size(), head) == 0)
      texts.push_back(line.substr(head.size()));
  }
  return texts;
}

}  // namespace

std::vector<std::string> sentences_of(std::initializer_list<const char*> tables,
                                      std::string_view id, const Slots& slots) {
  std::vector<std::string> texts, sentences;
  for (const char* const table : tables)
    if (texts.empty()) texts = row_of(table, id);
  if (texts.empty()) throw std::out_of_range("no text " + std::string(id));
  for (const std::string& text : texts)
    if (std::string one = filled(text, slots); !one.empty()) sentences.push_back(std::move(one));
  return sentences;
}

}  // namespace handshake::suite::words
