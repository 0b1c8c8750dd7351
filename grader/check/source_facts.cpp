// Reads the output of skeleton.py, and answers questions about lines. See source_facts.hpp.
#include "check/source_facts.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "check/json.hpp"
#include "check/source_text.hpp"
#include "check/source_words.hpp"

namespace handshake::check {

namespace {

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> texts;
  for (const auto& item : list.items()) texts.push_back(item.second.text());
  return texts;
}

std::string below_sources(const std::string& path) {
  constexpr char kSources[] = "src/";
  return path.compare(0, 4, kSources) == 0 ? path.substr(4) : path;
}

}  // namespace

SourceFacts read_facts(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const Json json = Json::parse(text.str());
  SourceFacts facts;
  facts.not_started = texts(json["not_started"]);
  facts.old_unmatched = texts(json["old_unmatched"]);
  for (const auto& [_, one] : json["broken"].items())
    facts.broken.push_back(
        {one["part"].text(), below_sources(one["file"].text()), one["lacks"].text()});
  facts.is_of_another_kit = json["is_of_another_kit"].boolean();
  for (const auto& [_, block] : json["wrapper_lines"].items())
    if (block.items().size() == 2)
      facts.wrapper_lines.emplace_back(block.items()[0].second.integer(0),
                                       block.items()[1].second.integer(0));
  return facts;
}

bool has_name(const std::string& line, const std::string& name) {
  const std::vector<std::string> names = names_in(line);
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has(const std::string& line, const std::string& word) {
  return line.find(word) != std::string::npos;
}

static bool is_control(const std::string& line) {
  for (const char* const word : {"if", "for", "while"}) {
    const size_t at = find_word(line, word);
    if (at == std::string::npos) continue;
    // `if (cudaFree(a)) ...` decides nothing.
    const size_t first = line.find_first_not_of(" (", at + std::strlen(word));
    if (first == std::string::npos || line.compare(first, 4, "cuda") != 0) return true;
  }
  return false;
}

std::vector<std::string> names_in(const std::string& line) {
  std::vector<std::string> names;
  for (size_t at = 0; at < line.size();) {
    size_t end = at;
    while (end < line.size() && is_name_letter(line[end])) end++;
    const bool is_name = end > at && std::isdigit(static_cast<unsigned char>(line[at])) == 0;
    const char before = at > 0 ? line[at - 1] : ' ', after = end < line.size() ? line[end] : ' ';
    if (is_name && before != '.' && before != '>' && before != '&' && after != '(')
      names.push_back(line.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}

std::vector<std::string> calls_in(const std::string& line) {
  std::vector<std::string> calls;
  for (size_t at = line.find('('); at != std::string::npos; at = line.find('(', at + 1)) {
    size_t first = at;
    while (first > 0 && is_name_letter(line[first - 1])) first--;
    if (first < at) calls.push_back(line.substr(first, at - first));
  }
  return calls;
}

bool assigns(const std::string& line, const std::string& variable) {
  for (size_t at = line.find(variable); at != std::string::npos; at = line.find(variable, at + 1)) {
    size_t end = at + variable.size();
    if (at > 0 && is_name_letter(line[at - 1])) continue;
    if (end < line.size() && is_name_letter(line[end])) continue;
    for (const char* step : {"++", "--"})
      if (line.compare(end, 2, step) == 0 || (at > 1 && line.compare(at - 2, 2, step) == 0))
        return true;
    while (end < line.size() && std::isspace(static_cast<unsigned char>(line[end]))) end++;
    for (const char* sign : {"+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>"})
      if (line.compare(end, std::strlen(sign) + 1, std::string(sign) + "=") == 0) return true;
    if (end + 1 < line.size() && line[end] == '=' && line[end + 1] != '=') return true;
  }
  return false;
}

int deciding_line(const std::vector<std::string>& lines, int at) {
  at = statement_at(lines, at);
  if (at == 0 || is_control(lines[at - 1])) return at;
  const int before = code_above(lines, at);
  long depth = 0;
  for (int number = at - 1; number > 0; number--) {
    const std::string& line = lines[number - 1];
    depth += std::count(line.begin(), line.end(), '}') - std::count(line.begin(), line.end(), '{');
    const bool is_around = depth < 0 || (number == before && line.back() == ')');
    if (is_around && is_control(line)) return number;
    depth = std::max(depth, 0L);
    const bool begins_function = !line.empty() && line[0] != ' ' && line[0] != '\t';
    if (begins_function) return 0;
  }
  return 0;
}

bool is_students(int line, const LineRanges& students_lines) {
  return std::any_of(students_lines.begin(), students_lines.end(), [line](const auto& block) {
    return block.first <= line && line <= block.second;
  });
}

AssignedLine find_assignment(const std::vector<std::string>& lines, const std::string& variable,
                             const LineRanges& students_lines) {
  AssignedLine found;
  int number = 0;
  for (const std::string& line : lines) {
    number++;
    if (!assigns(line, variable)) continue;
    const bool is_null = line.find("nullptr") != std::string::npos;  // cudaMalloc may set it later
    if (is_students(number, students_lines) && !is_null) return {number, true};
    if (found.line == 0) found.line = number;
  }
  return found;
}

}  // namespace handshake::check
