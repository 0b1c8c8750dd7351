// Looks for lines of a kernel. See kernel_source.hpp.
#include "check/kernel_source.hpp"

#include <algorithm>
#include <set>

#include "check/untrusted_file.hpp"

namespace handshake::check {

namespace {

std::string without_comment(const std::string& line) {
  return line.substr(0, line.find("//"));
}

bool has(const std::string& line, const std::string& word) {
  return line.find(word) != std::string::npos;
}

bool has_name(const std::string& line, const std::string& name) {
  const std::vector<std::string> names = names_in(line);
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The line where the function begins; 0: it is not in these lines.
int definition_of(const std::vector<std::string>& lines, const std::string& function) {
  for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
    const std::string text = without_comment(lines[line - 1]);
    const std::vector<std::string> calls = calls_in(text);
    if (has(text, "__device__") && std::find(calls.begin(), calls.end(), function) != calls.end())
      return line;
  }
  return 0;
}

// Whether the function can change a pointer that it is given.
bool changes_pointers(const std::vector<std::string>& lines, const std::string& function) {
  if (function == "swap") return true;
  const int line = definition_of(lines, function);
  return line > 0 && has(lines[line - 1], "*&");
}

// The arrays that were used in another way than gpuHeaders.cuh says.
std::set<std::string> misused(const suite::Failure& failure) {
  std::set<std::string> arrays;
  for (const suite::Fact& fact : failure.what)
    if (const auto* const written = fact.get<suite::WritesInput>()) arrays.insert(written->array);
  return arrays;
}

void tell_changed_pointer(const std::vector<std::string>& lines, const std::string& file,
                          suite::Failure& failure) {
  for (const std::string& array : misused(failure)) {
    for (int line = 1; line <= static_cast<int>(lines.size()); line++) {
      const std::string text = without_comment(lines[line - 1]);
      if (has(text, "__global__") || has(text, "__device__") || !has_name(text, array)) continue;
      const std::vector<std::string> calls = calls_in(text);
      const bool is_passed = std::any_of(calls.begin(), calls.end(), [&](const std::string& name) {
        return changes_pointers(lines, name);
      });
      if (!is_passed && !assigns(text, array)) continue;
      const suite::Place place{file, line};
      add_place(failure, place);
      failure.what.push_back(suite::PointerChanged{array, place, is_passed});
      return;
    }
  }
}

// The variable and the line that adds the distance to it, in the lines from the loop on; 0: none.
std::pair<std::string, int> step_by_distance(const std::vector<std::string>& lines, int loop) {
  int open = 0;
  for (int line = loop; line <= static_cast<int>(lines.size()); line++) {
    const std::string text = without_comment(lines[line - 1]);
    for (const char* step : {" += distance", " -= distance"}) {
      const size_t at = text.find(step);
      const size_t end = at + std::string(step).size();
      if (at == std::string::npos || (end < text.size() && text[end] != ';' && text[end] != ')'))
        continue;
      size_t first = at;
      while (first > 0 && is_name_letter(text[first - 1])) first--;
      const std::string name = text.substr(first, at - first);
      if (has_name(lines[loop - 1], name)) return {name, line};
    }
    for (const char c : text) open += (c == '{') - (c == '}');
    if (line > loop && open <= 0) break;
  }
  return {"", 0};
}

void tell_step_of_nothing(const std::vector<std::string>& lines, const std::string& file,
                          suite::Failure& failure) {
  const auto& finding = failure.finding;
  const bool is_endless = finding && finding->kind == "endless_loop" && finding->file == file;
  if (!is_endless || failure.title.distance != 0 || finding->line < 1 ||
      finding->line > static_cast<int>(lines.size()))
    return;
  const auto [variable, line] = step_by_distance(lines, finding->line);
  if (line == 0) return;
  add_place(failure, {file, line});
  failure.what.push_back(suite::StepOfNothing{variable, {file, line}});
}

}  // namespace

int only_return_of(const std::vector<std::string>& lines, const std::string& function) {
  const int first = definition_of(lines, function);
  int found = 0, open = 0;
  bool is_inside = false;
  for (int line = first; line > 0 && line <= static_cast<int>(lines.size()); line++) {
    const std::string text = without_comment(lines[line - 1]);
    if (has(text, "[=]") || has(text, "[&]") || has(text, "[]")) return 0;  // a lambda may return
    if (has_name(text, "return")) {
      if (found > 0) return 0;
      found = line;
    }
    for (const char c : text) {
      open += (c == '{') - (c == '}');
      is_inside |= c == '{';
    }
    if ((is_inside && open <= 0) || (!is_inside && has(text, ";"))) break;
  }
  return found;
}

void tell_kernel_source(const std::vector<SourceFile>& files, suite::Failure& failure) {
  for (const SourceFile& file : files) {
    const std::vector<std::string> lines = source_lines(file.path);
    tell_changed_pointer(lines, short_path(file.path), failure);
    tell_step_of_nothing(lines, short_path(file.path), failure);
  }
}

}  // namespace handshake::check
