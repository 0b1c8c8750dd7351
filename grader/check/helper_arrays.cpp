// Looks for the variable that is given to the launched kernel. See helper_arrays.hpp.
#include "check/helper_arrays.hpp"

#include <algorithm>

#include "check/source_text.hpp"
#include "check/source_words.hpp"
#include "check/telling_lines.hpp"
#include "check/untrusted_file.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

// The variable that the launch in this line passes as this argument, counted from 1; empty: it
// passes something else.
std::string argument_at(const Lines& lines, int line, int number) {
  const int first = statement_at(lines, line);
  const std::string launch = first > 0 ? lines[first - 1] : "";
  const size_t open = launch.find(">>>("), last = launch.rfind(')');
  if (open == std::string::npos || last == std::string::npos || last < open) return "";
  const std::vector<std::string> parts = parts_of(launch.substr(open + 4, last - open - 4));
  if (number < 1 || number > static_cast<int>(parts.size())) return "";
  const std::string& part = parts[static_cast<size_t>(number - 1)];
  const std::vector<std::string> names = names_in(part);
  const bool is_name =
      std::all_of(part.begin(), part.end(), [](char c) { return c == ' ' || is_name_letter(c); });
  return is_name && names.size() == 1 ? names.front() : "";
}

// Whether the line passes the variable, or its address, as the first of several arguments of a
// call.
bool passes(const std::string& text, const std::string& variable) {
  for (size_t at = text.find(variable); at != std::string::npos; at = text.find(variable, at + 1)) {
    const size_t end = at + variable.size();
    const size_t before = at == 0 ? std::string::npos : text.find_last_not_of(" &", at - 1);
    if (before != std::string::npos && std::string("()").find(text[before]) != std::string::npos &&
        end < text.size() && text[end] == ',')
      return true;
  }
  return false;
}

// The only line of the student that passes the variable to a call, apart from launches, copies and
// cudaMemset; 0: there is none, or more than one.
int line_that_passes(const SourceFile& file, const Lines& lines, const std::string& variable) {
  int found = 0;
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string& text = lines[line - 1];
    const bool is_meant =
        passes(text, variable) && !has(text, "cudaMem") && !has(text, "<<<") && !has(text, ">>>");
    if (!is_meant || !is_students(line, file.parts)) continue;
    if (found > 0) return 0;
    found = line;
  }
  return found;
}

}  // namespace

void tell_helper_array(const std::vector<SourceFile>& files, suite::Failure& failure) {
  const auto& finding = failure.finding;
  const bool is_meant =
      finding && finding->kind == Kind::out_of_bounds && finding->element.index > 0;
  const bool is_own_kernel =
      is_meant && std::any_of(files.begin(), files.end(), [&](const SourceFile& file) {
        return short_path(file.path) == finding->file;
      });
  if (!is_own_kernel || finding->element.array.empty()) return;
  for (const SourceFile& file : files) {
    if (short_path(file.path) != finding->launch_file) continue;
    const Lines lines = source_lines(file.path);
    const std::string variable =
        argument_at(lines, finding->launch_line, finding->element.argument);
    const int line =
        variable.empty() || is_given_array(variable) ? 0 : line_that_passes(file, lines, variable);
    if (line == 0) return;
    const suite::Place at{finding->launch_file, line};
    add_sure_place(failure, at);
    failure.what.push_back(suite::ArrayOfLaunch{finding->element.array, variable, at});
    return;
  }
}

}  // namespace handshake::check
