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

bool has(const std::string& line, const std::string& word) {
  return line.find(word) != std::string::npos;
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

bool is_students(int line, const LineRanges& students_lines) {
  return std::any_of(students_lines.begin(), students_lines.end(), [line](const auto& block) {
    return block.first <= line && line <= block.second;
  });
}

}  // namespace handshake::check
