// The oracle for the reader of Matrix Market text. The oracle applies every rule of
// docs/file_formats.md, one line at a time, and reads numbers with functions of the C library.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace plain {

struct Graph {
  long numNodes = 0;
  std::map<std::pair<int, int>, double> edges;  // the smaller node comes first; nodes start at 0
  long entries = 0;
  long selfLoops = 0;
};

inline std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (c != ' ' && c != '\t') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

// Returns the value of the word, or -1 if the word is not a whole number up to `most`.
inline long count_of(const std::string& word, double most) {
  if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos) return -1;
  return std::strtod(word.c_str(), nullptr) <= most ? std::strtol(word.c_str(), nullptr, 10) : -1;
}

inline std::optional<double> weight_of(const std::string& word, bool integer) {
  const std::string digits = "0123456789";
  std::size_t i = word[0] == '-' || word[0] == '+';
  if (i == word.size() || (digits + ".").find(word[i]) == std::string::npos) return {};
  if (word.find_first_not_of(digits + ".eE+-") != std::string::npos) return {};
  char* end = nullptr;
  const double weight = std::strtod(word.c_str(), &end);
  if (*end != '\0' || !std::isfinite(weight)) return {};
  if (integer && (std::floor(weight) != weight || std::fabs(weight + 0.5) > 2147483648.0))
    return {};
  return weight;
}

// Returns no value if the text breaks a rule.
inline std::optional<Graph> read(const std::string& text, bool integersOnly) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty()) return {};
  std::string banner = lines[0];
  for (char& c : banner) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  const std::vector<std::string> names = words_of(banner);
  if (names.size() != 5 || lines[0][0] != '%') return {};
  if (names[0] != "%%matrixmarket" || names[1] != "matrix" || names[2] != "coordinate") return {};
  if (names[4] != "general" && names[4] != "symmetric") return {};
  const bool pattern = names[3] == "pattern";
  const bool integer = names[3] == "integer" || names[3] == "unsigned-integer";
  if (!pattern && !integer && names[3] != "real" && names[3] != "double") return {};

  std::vector<std::vector<std::string>> rows;
  std::size_t bytesBefore = 0;  // the bytes up to the end of the size line
  std::size_t position = 0;
  for (std::size_t i = 0; i < lines.size(); i++) {
    position = std::min(text.find('\n', position), text.size() - 1) + 1;
    const std::vector<std::string> words = words_of(lines[i]);
    if (i == 0 || words.empty() || words[0][0] == '%') continue;
    rows.push_back(words);
    if (rows.size() == 1) bytesBefore = position;
  }
  if (rows.empty() || rows[0].size() != 3) return {};
  const long numRows = count_of(rows[0][0], 2147483647);
  const long numColumns = count_of(rows[0][1], 2147483647);
  const long entries = count_of(rows[0][2], 1e15);
  if (numRows < 0 || numColumns < 0 || entries < 0) return {};
  Graph graph;
  graph.numNodes = std::max(numRows, numColumns);
  graph.entries = entries;
  if (graph.numNodes > std::max(1048576l, static_cast<long>(text.size()))) return {};
  if (entries > static_cast<long>(text.size() - bytesBefore + 1) / 4) return {};
  if (static_cast<long>(rows.size()) != entries + 1) return {};

  for (std::size_t i = 1; i < rows.size(); i++) {
    if (rows[i].size() != (pattern ? 2u : 3u)) return {};
    const long row = count_of(rows[i][0], static_cast<double>(numRows));
    const long column = count_of(rows[i][1], static_cast<double>(numColumns));
    if (row < 1 || column < 1) return {};
    const std::optional<double> weight =
        pattern ? 1.0 : weight_of(rows[i][2], integer || integersOnly);
    if (!weight) return {};
    graph.selfLoops += row == column;
    if (row == column) continue;
    const std::pair<int, int> ends = std::minmax({static_cast<int>(row), static_cast<int>(column)});
    const auto [place, isNew] = graph.edges.insert({{ends.first - 1, ends.second - 1}, *weight});
    if (!isNew) place->second = std::max(place->second, *weight);
  }
  return graph;
}

}  // namespace plain
