// See source_outline.hpp.
#include "check/source_outline.hpp"

#include <algorithm>
#include <utility>

#include "check/shown_text.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

bool has_name(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool mentions(const Statement& one, const std::string& variable) {
  return has_name(one.read, variable) || has_name(one.passed, variable) ||
         has_name(one.set, variable) || has_name(one.declared, variable);
}

bool is_narrow(const std::string& type) {
  const Names words = names_in(type);
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return is_one_of(
        word, {"short", "ushort", "int16_t", "uint16_t", "char", "uchar", "int8_t", "uint8_t"});
  });
}

std::vector<suite::Place> shown_places(const suite::Failure& failure) {
  std::vector<suite::Place> shown;
  if (failure.finding) shown.push_back({failure.finding->file, failure.finding->line});
  if (failure.writer) shown.push_back({failure.writer->file, failure.writer->line});
  const std::vector<suite::Place> told = suite::told_lines(failure);
  shown.insert(shown.end(), told.begin(), told.end());
  return shown;
}

SourceOutline::SourceOutline(const std::string& path, LineRanges students)
    : file_(short_path(path)),
      students_(std::move(students)),
      outline_(cuda_on_cpu::translate::outline_of(code_in(path))) {}

std::vector<int> SourceOutline::at(int line) const {
  std::vector<int> found;
  for (size_t s = 0; s < statements().size(); s++)
    if (statements()[s].first_line <= line && line <= statements()[s].last_line)
      found.push_back(static_cast<int>(s));
  return found;
}

std::vector<int> SourceOutline::at(const suite::Place& place) const {
  return place.file == file_ ? at(place.line) : std::vector<int>();
}

Names SourceOutline::read_at(const std::vector<int>& statements) const {
  Names names;
  for (const int one : statements)
    for (const std::string& name : (*this)[one].read)
      if (!has_name(names, name)) names.push_back(name);
  return names;
}

std::vector<int> SourceOutline::heads(int statement) const {
  std::vector<int> found;
  for (int one = (*this)[statement].around; one >= 0; one = (*this)[one].around)
    found.push_back(one);
  return found;
}

bool SourceOutline::is_in_loop(int statement) const {
  const std::vector<int> around = heads(statement);
  return (*this)[statement].is_loop() || std::any_of(around.begin(), around.end(), [&](int head) {
           return (*this)[head].is_loop();
         });
}

const Function* SourceOutline::function_of(int statement) const {
  for (const Function& one : functions())
    if (one.first <= statement && statement < one.end) return &one;
  return nullptr;
}

const Function* SourceOutline::function_named(const std::string& name) const {
  const Function* found = nullptr;
  for (const Function& one : functions()) {
    if (one.name != name) continue;
    if (found) return nullptr;
    found = &one;
  }
  return found;
}

int SourceOutline::only_return(const Function& function) const {
  int found = -1;
  for (int s = function.first; s < function.end; s++) {
    if ((*this)[s].kind != Statement::Kind::return_) continue;
    if (found >= 0) return -1;
    found = s;
  }
  return found;
}

bool SourceOutline::is_shown(int statement, const suite::Failure& failure) const {
  const Statement& one = (*this)[statement];
  const std::vector<suite::Place> told = suite::told_lines(failure);
  return std::any_of(told.begin(), told.end(), [&](const suite::Place& place) {
    return place.file == file_ && one.first_line <= place.line && place.line <= one.last_line;
  });
}

}  // namespace handshake::check
