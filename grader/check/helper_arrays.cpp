// Looks for the launch and for the variable that it passes. See helper_arrays.hpp.
#include "check/helper_arrays.hpp"

#include <algorithm>

#include "check/untrusted_file.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

// The text from this line on, up to the word; empty: the word does not follow soon.
std::string text_to(const Lines& lines, int line, const std::string& word) {
  constexpr int kMostLines = 12;
  std::string text;
  for (int at = line; at <= static_cast<int>(lines.size()) && at < line + kMostLines; at++) {
    text += without_comment(lines[at - 1]) + ' ';
    if (const size_t end = text.find(word); end != std::string::npos) return text.substr(0, end);
  }
  return "";
}

// What is between the commas of the text, except for those inside of brackets.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int open = 0;
  for (const char c : text) {
    open += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (c == ',' && open == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// The place of the parameter in the list of the kernel's parameters; -1: it is not known.
int position_of(const Lines& lines, const std::string& kernel, const std::string& parameter) {
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    if (!has(lines[line - 1], "__global__")) continue;
    const std::string head = text_to(lines, line, "{");
    const size_t name = head.find(' ' + kernel + '('), last = head.rfind(')');
    if (name == std::string::npos || last == std::string::npos || last < name) continue;
    const size_t first = name + kernel.size() + 2;
    const std::vector<std::string> parts = parts_of(head.substr(first, last - first));
    for (size_t p = 0; p < parts.size(); p++) {
      const std::vector<std::string> names = names_in(parts[p]);
      if (!names.empty() && names.back() == parameter) return static_cast<int>(p);
    }
  }
  return -1;
}

// The variable that the launch in this line passes at this position; empty: it passes something
// else.
std::string argument_at(const Lines& lines, int line, int position) {
  const std::string launch = text_to(lines, line, ";");
  const size_t open = launch.find(">>>("), last = launch.rfind(')');
  if (open == std::string::npos || last == std::string::npos || last < open) return "";
  const std::vector<std::string> parts = parts_of(launch.substr(open + 4, last - open - 4));
  if (position >= static_cast<int>(parts.size())) return "";
  const std::string& part = parts[static_cast<size_t>(position)];
  const std::vector<std::string> names = names_in(part);
  const bool is_name =
      std::all_of(part.begin(), part.end(), [](char c) { return c == ' ' || is_name_letter(c); });
  return is_name && names.size() == 1 ? names.front() : "";
}

// The only line of the student that passes the variable to a function, apart from launches and CUDA
// calls; 0: there is none, or more than one.
int line_that_passes(const SourceFile& file, const Lines& lines, const std::string& variable) {
  int found = 0;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    std::string text = without_comment(lines[line - 1]);
    std::replace(text.begin(), text.end(), '&', ' ');
    const bool is_call = has(text, "(" + variable + ",") || has(text, "( " + variable + ",");
    if (!is_call || has(text, "cuda") || has(text, "<<<") || !is_students(line, file.parts))
      continue;
    if (found > 0) return 0;
    found = line;
  }
  return found;
}

}  // namespace

void tell_helper_array(const std::vector<SourceFile>& files, suite::Failure& failure) {
  const auto& finding = failure.finding;
  if (!finding || finding->kind != "out_of_bounds" || finding->array.empty()) return;
  int position = -1;
  for (const SourceFile& file : files)
    position =
        std::max(position, position_of(source_lines(file.path), finding->kernel, finding->array));
  for (const SourceFile& file : files) {
    if (short_path(file.path) != finding->allocated_file ||
        !is_students(finding->allocated_line, file.parts))
      continue;
    const Lines lines = source_lines(file.path);
    suite::ArrayMade fact{finding->array,
                          "",
                          finding->allocated_bytes,
                          {finding->allocated_file, finding->allocated_line},
                          {}};
    if (position >= 0 && finding->launch_file == finding->allocated_file)
      fact.variable = argument_at(lines, finding->launch_line, position);
    const std::string made = source_line(file.path, finding->allocated_line);
    const bool is_named = fact.variable.empty() || has(made, fact.variable);
    const int given = is_named ? 0 : line_that_passes(file, lines, fact.variable);
    if (given > 0) fact.given = suite::Place{finding->allocated_file, given};
    if (fact.given) add_sure_place(failure, *fact.given);
    add_sure_place(failure, fact.at);
    failure.what.push_back(fact);
    return;
  }
}

}  // namespace handshake::check
