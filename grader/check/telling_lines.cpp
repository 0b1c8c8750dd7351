// See telling_lines.hpp.
#include "check/telling_lines.hpp"

#include <algorithm>

#include "check/source_text.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

using Lines = std::vector<std::string>;

constexpr const char* kGivenArrays[] = {
    "strongNeighbor_gpu", "matches_gpu", "src_gpu",   "dst_gpu",  "weight_gpu",
    "temp1_gpu",          "temp2_gpu",   "temp3_gpu", "temp4_gpu"};

// Whether the text declares the variable as a pointer to int.
bool declares(const std::string& text, const std::string& variable) {
  const size_t at = find_word(text, variable);
  const std::string before = at == std::string::npos ? "" : trimmed(text.substr(0, at));
  if (!ends_with(before, "*")) return false;
  const std::string type = trimmed(before.substr(0, before.size() - 1));
  return ends_with(type, "int") && find_word(type, "int", type.size() - 3) != std::string::npos;
}

bool frees_host_memory(const std::string& text) {
  for (size_t at = find_word(text, "free"); at != std::string::npos;
       at = find_word(text, "free", at + 1)) {
    const size_t open = text.find_first_not_of(' ', at + 4);
    const bool is_member = at > 0 && (text[at - 1] == '.' || text[at - 1] == '>');
    if (open != std::string::npos && text[open] == '(' && !is_member) return true;
  }
  return find_word(text, "delete") != std::string::npos;
}

// Whether the line begins with a CUDA call that is a whole statement, so that its error is ignored.
bool ignores_error(const std::string& line) {
  std::string text = trimmed(line);
  if (begins_with(text, "(void)")) text = trimmed(text.substr(6));
  const size_t letters = std::find_if_not(text.begin(), text.end(), is_name_letter) - text.begin();
  const size_t open = text.find_first_not_of(' ', letters);
  const bool is_call = begins_with(text, "cudaMalloc") || begins_with(text, "cudaMemcpy") ||
                       begins_with(text, "cudaMemset") || begins_with(text, "cudaFree");
  if (!is_call || open == std::string::npos || text[open] != '(') return false;
  const size_t end = end_of_list(text, open);
  return end != std::string::npos && begins_with(trimmed(text.substr(end)), ";");
}

void read_line(const Lines& lines, int line, int first, bool is_checked, TellingLines& told) {
  const std::string& text = lines[line - 1];
  const auto keep = [line](int& kept, bool is_found) {
    if (is_found && kept == 0) kept = line;
  };
  for (const char* array : kGivenArrays) {
    const bool is_known = std::any_of(told.declared_again.begin(), told.declared_again.end(),
                                      [&](const auto& known) { return known.first == array; });
    if (!is_known && declares(text, array)) told.declared_again.emplace_back(array, line);
  }
  keep(told.frees_host, frees_host_memory(text));
  if (told.frees == 0 && has(text, "cudaFree")) {
    told.frees = line;
    const int decides = deciding_line(lines, line);
    if (decides >= first) told.decides = decides;
  }
  if (!is_checked && ignores_error(text)) told.unchecked.push_back(line);
}

}  // namespace

TellingLines telling_lines(const std::string& path, const LineRanges& students_lines) {
  const Lines lines = source_lines(path);
  TellingLines told;
  for (const auto& [first, marked] : students_lines) {
    const int last = std::min(marked, static_cast<int>(lines.size()));
    // A check of the last error also covers all calls before it.
    bool is_checked = false;
    for (int line = std::max(first, 1); line <= last; line++)
      is_checked |= has(lines[line - 1], "LastError");
    for (int line = std::max(first, 1); line <= last; line++)
      read_line(lines, line, first, is_checked, told);
  }
  return told;
}

}  // namespace handshake::check
