// Questions about lines of source text, and facts about the text of a submission. The facts are in
// a file that grader/skeleton.py writes, because it knows the marks around the student's code.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace handshake::check {

using LineRanges = std::vector<std::pair<int, int>>;  // the first and the last line of each range

struct BrokenFile {
  std::string part;   // the id of the part
  std::string file;   // the path inside of src/
  std::string lacks;  // the missing mark (BELOW or ABOVE); empty: the file cannot be read
};

struct SourceFacts {
  std::vector<std::string> not_started;    // ids of parts without code between the marks
  std::vector<std::string> old_unmatched;  // ids of parts whose code has -2, an older number
  std::vector<BrokenFile> broken;
  bool is_of_another_kit = false;  // the host code comes from another kit than ours
  // The first and the last line of each block that students write in the host code.
  LineRanges wrapper_lines;
};

// Throws std::runtime_error.
SourceFacts read_facts(const std::string& path);

// The names in the line that may be variables. Leaves out called functions, members, and names
// after an &.
std::vector<std::string> names_in(const std::string& line);

bool has(const std::string& line, const std::string& word);

bool is_students(int line, const LineRanges& students_lines);

}  // namespace handshake::check
