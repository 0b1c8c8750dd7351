// Finds the definitions of names. See definitions.hpp.
#include "check/definitions.hpp"

#include <algorithm>
#include <map>

#include "check/source_text.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

constexpr size_t kMostDefinitions = 2;

int depth_after(const std::string& line, int depth) {
  for (const char c : line) depth += (c == '{') - (c == '}');
  return depth;
}

// The name at position `at`, or after the blanks at this position; empty: there is none.
std::string name_at(const std::string& line, size_t at) {
  const size_t first = std::min(line.size(), line.find_first_not_of(" \t", at));
  size_t end = first;
  while (end < line.size() && is_name_letter(line[end])) end++;
  return line.substr(first, end - first);
}

// X of "#define X(a) body"; empty if there is no body.
std::string macro_defined(const std::string& line) {
  const size_t sign = line.find_first_not_of(" \t");
  if (sign == std::string::npos || line[sign] != '#' || name_at(line, sign + 1) != "define")
    return "";
  const std::string name = name_at(line, line.find("define") + 6);
  const bool has_body =
      line.find_first_not_of(" \t", line.find(name) + name.size()) != std::string::npos;
  return has_body ? name : "";
}

// Returns x for "__constant__ int x[2] = ..." and for "constexpr int x = ...".
std::string variable_defined(const std::string& line) {
  const size_t end = line.find_first_of("[=(;{#");
  if (end == std::string::npos || (line[end] != '[' && line[end] != '=')) return "";
  const std::vector<std::string> names = names_in(line.substr(0, end));
  const bool begins = !names.empty() && is_one_of(names.front(), {"__constant__", "__device__",
                                                                  "constexpr", "const", "static"});
  return begins && names.size() > 2 ? names.back() : "";
}

std::string name_defined(const std::string& line, bool is_outside) {
  const std::string macro = macro_defined(line);
  return macro.empty() && is_outside ? variable_defined(line) : macro;
}

// Whether the line uses the index of a thread, or the number of threads. Most kernels compute these
// numbers first, and most compute them correctly.
bool is_about_threads(const std::string& line) {
  return line.find("threadIdx") != std::string::npos || line.find("gridDim") != std::string::npos;
}

// Whether the failure is about a wrong index, and not about a wrong value.
bool is_about_index(const suite::Failure& failure) {
  return failure.verdict == suite::Verdict::memory ||
         std::any_of(failure.what.begin(), failure.what.end(), [](const suite::Fact& fact) {
           return fact.get<suite::NotWrittenInPass>() != nullptr;
         });
}

std::map<std::string, int> definitions_in(const std::vector<std::string>& lines,
                                          const LineRanges& parts, bool tells_threads) {
  std::map<std::string, int> found;
  int depth = 0;
  for (size_t l = 0; l < lines.size(); l++) {
    const std::string name = name_defined(lines[l], depth == 0);
    const bool is_given = !parts.empty() && !is_students(static_cast<int>(l) + 1, parts);
    if (!name.empty() && !is_given && (tells_threads || !is_about_threads(lines[l])))
      found[name] = static_cast<int>(l) + 1;
    const bool is_namespace = lines[l].find("namespace") != std::string::npos;
    if (!is_namespace) depth = std::max(0, depth_after(lines[l], depth));
  }
  return found;
}

std::vector<std::string> used_in(const std::string& line) {
  std::vector<std::string> names = names_in(line);
  for (std::string& call : calls_in(line)) names.push_back(std::move(call));
  return names;
}

// The lines of this file that the failure shows, the most important ones first.
std::vector<int> lines_shown(const std::string& file, const suite::Failure& failure) {
  std::vector<int> shown;
  if (failure.finding && failure.finding->file == file) shown.push_back(failure.finding->line);
  if (failure.writer && failure.writer->file == file) shown.push_back(failure.writer->line);
  for (const suite::Place& place : failure.places)
    if (place.file == file) shown.push_back(place.line);
  return shown;
}

}  // namespace

void tell_definitions(const std::vector<std::string>& lines, const std::string& file,
                      const LineRanges& parts, suite::Failure& failure) {
  const std::map<std::string, int> definitions =
      definitions_in(lines, parts, is_about_index(failure));
  std::vector<int> shown = lines_shown(file, failure);
  size_t told = 0;
  for (size_t s = 0; s < shown.size(); s++) {
    const int at = statement_at(lines, shown[s]);
    if (at == 0) continue;
    for (const std::string& name : used_in(lines[at - 1])) {
      const auto found = definitions.find(name);
      if (found == definitions.end() || told == kMostDefinitions) continue;
      const int line = found->second;
      if (std::find(shown.begin(), shown.end(), line) != shown.end()) continue;
      told++;
      shown.push_back(line);  // searched as well: a macro may use another one
      failure.places.push_back({file, line});
      failure.what.push_back(suite::DefinedAt{name, {file, shown[s]}, {file, line}});
    }
  }
}

}  // namespace handshake::check
