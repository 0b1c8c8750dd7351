// Cutting the student's code out of a file.
#include "check/skeleton.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace handshake::check {

namespace {

const std::string kBelow = "YOUR CODE GOES BELOW";
const std::string kAbove = "YOUR CODE GOES ABOVE";

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(path + ": can not be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Comments become a blank; marks become the control characters 1 and 2. A quoted text stays.
std::string without_comments(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "//") == 0 || text.compare(at, 2, "/*") == 0) {
      const bool is_line = text[at + 1] == '/';
      size_t end = is_line ? text.find('\n', at) : text.find("*/", at + 2);
      end = end == std::string::npos ? text.size() : end + (is_line ? 0 : 2);
      const std::string comment = text.substr(at, end - at);
      if (comment.find(kBelow) != std::string::npos)
        out += '\1';
      else if (comment.find(kAbove) != std::string::npos)
        out += '\2';
      else
        out += ' ';
      at = end;
    } else if (text[at] == '"') {
      const size_t start = at++;
      while (at < text.size() && text[at] != '"' && text[at] != '\n')
        at += text[at] == '\\' ? 2 : 1;
      at = std::min(at + 1, text.size());
      out += text.substr(start, at - start);
    } else {
      out += text[at++];
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> student_code(const std::string& path) {
  const std::string text = without_comments(read_file(path));
  std::vector<std::string> blocks;
  for (size_t start = text.find('\1'); start != std::string::npos;) {
    const size_t end = text.find('\2', start);
    if (end == std::string::npos)
      throw std::runtime_error(path + ": the line \"" + kAbove + "\" is missing");
    blocks.push_back(text.substr(start + 1, end - start - 1));
    start = text.find('\1', end);
  }
  if (blocks.empty() && text.find('\2') != std::string::npos)
    throw std::runtime_error(path + ": the line \"" + kBelow + "\" is missing");
  if (blocks.empty()) blocks.push_back(text);
  return blocks;
}

AssignedLine find_assignment(const std::string& path, const std::string& variable) {
  const std::regex assigned("\\b" + variable + "\\s*=[^=]");
  std::istringstream lines(read_file(path));
  std::string line;
  AssignedLine found;
  bool is_students = false;
  for (int number = 1; std::getline(lines, line); number++) {
    if (line.find(kBelow) != std::string::npos) is_students = true;
    if (line.find(kAbove) != std::string::npos) is_students = false;
    if (!std::regex_search(line, assigned)) continue;
    if (is_students) return {number, true};
    if (found.line == 0) found.line = number;
  }
  return found;
}

std::string source_line(const std::string& path, int line) {
  std::ifstream in(path, std::ios::binary);
  std::string text;
  while (line > 0 && std::getline(in, text)) line--;
  return line == 0 && in ? text : "";
}

bool is_empty(const std::string& code) {
  return std::all_of(code.begin(), code.end(), [](unsigned char c) { return std::isspace(c); });
}

bool uses_old_unmatched(const std::string& code) {
  if (code.find("UNMATCHED") != std::string::npos) return false;
  for (size_t at = code.find("-2"); at != std::string::npos; at = code.find("-2", at + 1)) {
    const char after = at + 2 < code.size() ? code[at + 2] : ' ';
    size_t before = at;
    while (before > 0 && code[before - 1] == ' ') before--;
    const char previous = before > 0 ? code[before - 1] : ' ';
    // `x - 2` is a difference, `== -2` is a number.
    const bool is_difference = std::isalnum(static_cast<unsigned char>(previous)) ||
                               previous == '_' || previous == ')' || previous == ']';
    if (!is_difference && !std::isalnum(static_cast<unsigned char>(after)) && after != '.')
      return true;
  }
  return false;
}

std::string given_code(const std::string& path) {
  const std::string text = without_comments(read_file(path));
  std::string given;
  bool is_students = false;
  for (const char letter : text) {
    if (letter == '\1') is_students = true;
    if (!is_students && !std::isspace(static_cast<unsigned char>(letter))) given += letter;
    if (letter == '\2') is_students = false;
  }
  return given;
}

}  // namespace handshake::check
