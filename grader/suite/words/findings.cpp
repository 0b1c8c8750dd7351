// Findings in words.
#include "suite/finding.hpp"

#include <cctype>

namespace handshake::suite {

namespace {

std::string actor(int block, int thread) {
  if (thread < 0) return "";
  return "thread " + std::to_string(thread) + " of block " + std::to_string(block);
}

std::string place(const std::string& file, int line) {
  if (file.empty() || line <= 0) return "";
  return file + ":" + std::to_string(line);
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(text[0]));
  return text + ".";
}

std::string join(const std::string& who, const std::string& where) {
  return who.empty() || where.empty() ? who + where : who + ", at " + where;
}

}  // namespace

bool is_error(const Finding& finding) {
  return finding.severity == "error";
}

std::vector<std::string> describe(const Finding& finding) {
  std::vector<std::string> lines = {sentence(finding.text)};
  const std::string here =
      join(actor(finding.block, finding.thread), place(finding.file, finding.line));
  const std::string there = join(actor(finding.other_block, finding.other_thread),
                                 place(finding.other_file, finding.other_line));
  if (!here.empty()) lines.push_back("This was " + here + ".");
  if (!there.empty()) lines.push_back("The other one was " + there + ".");
  return lines;
}

}  // namespace handshake::suite
