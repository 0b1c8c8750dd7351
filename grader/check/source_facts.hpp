// Facts about the source text of a submission. grader/skeleton.py, which knows the marks, has
// written these facts to a file. Also reads single lines of a source file.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace handshake::check {

using LineRanges = std::vector<std::pair<int, int>>;  // from the first to the last, both included

struct BrokenFile {
  std::string part;   // the id
  std::string file;   // below the folder of the sources
  std::string lacks;  // the mark that has no partner; empty: the file cannot be read
};

// Lines of onewaywrapper.cu that explain a failure, if there is one; 0: no such line.
struct TellingLines {
  std::vector<std::pair<std::string, int>> declared_again;  // variables of the passes
  int frees_host = 0;                                       // the first call of free()
  int host_pointer = 0;        // the first pointer of graph that gets GPU memory
  int changed = 0;             // the first given line that was changed
  int frees = 0, decides = 0;  // the first cudaFree, and the condition that decides about it
  std::vector<int> unchecked;  // CUDA calls whose error is not checked
};

struct SourceFacts {
  std::vector<std::string> not_started;    // ids of parts without code between the marks
  std::vector<std::string> old_unmatched;  // ids of parts whose code takes -2 for UNMATCHED
  std::vector<BrokenFile> broken;
  bool is_of_another_kit = false;  // the given code of onewaywrapper.cu is not ours
  // The first and the last line of each block of onewaywrapper.cu that students write.
  LineRanges wrapper_lines;
  TellingLines telling;
};

// Throws std::runtime_error.
SourceFacts read_facts(const std::string& path);

// Whether the character may be part of a name: a letter, a digit or _.
bool is_name_letter(char c);

// The names in the line that may be variables; without functions that are called, members, and
// names after an &.
std::vector<std::string> names_in(const std::string& line);

bool has_name(const std::string& line, const std::string& name);

bool has(const std::string& line, const std::string& word);

// The line up to its //.
std::string without_comment(const std::string& line);

// The names of the line that are followed by an opening parenthesis.
std::vector<std::string> calls_in(const std::string& line);

// Whether the line gives the variable a value; `==` only compares.
bool assigns(const std::string& line, const std::string& variable);

// The line of the condition or loop around line `at`, in the same function; 0: none was found.
int deciding_line(const std::vector<std::string>& lines, int at);

bool is_students(int line, const LineRanges& students_lines);

// The first line between the marks that gives the variable a value, or else the line that declares
// it; 0: there is neither.
struct AssignedLine {
  int line = 0;
  bool is_students = false;
};
AssignedLine find_assignment(const std::string& path, const std::string& variable,
                             const LineRanges& students_lines);

// All lines of the file.
std::vector<std::string> source_lines(const std::string& path);

// A line of the file, counted from 1; empty if there is no such line.
std::string source_line(const std::string& path, int line);

}  // namespace handshake::check
