// Reading a submission's files as text: is anything between the marks?
#pragma once

#include <string>
#include <vector>

namespace handshake::check {

// What stands between the marks of the file, one string a block, without comments; all of a file
// whose marks are gone. Throws std::runtime_error when the file can not be read, or when a mark has
// lost its partner.
std::vector<std::string> student_code(const std::string& path);

// The first line between the marks that gives the variable a value, or else the one that declares
// it; line 0: neither is there.
struct AssignedLine {
  int line = 0;
  bool is_students = false;
};
AssignedLine find_assignment(const std::string& path, const std::string& variable);

// A line of the file as it stands there, from 1; empty where there is none.
std::string source_line(const std::string& path, int line);

// The code without white space is empty.
bool is_empty(const std::string& code);

// Writes -2 as a number, which was UNMATCHED in the kit of 2021, and nowhere UNMATCHED.
bool uses_old_unmatched(const std::string& code);

// Everything but what stands between the marks, comments and white space: the given part.
std::string given_code(const std::string& path);

}  // namespace handshake::check
