// Reading a submission's files as text: is anything between the marks?
#pragma once

#include <string>
#include <vector>

namespace handshake::check {

// What stands between the marks of the file, one string a block, without comments. Throws
// std::runtime_error when the file can not be read, or when its marks are gone.
std::vector<std::string> student_code(const std::string& path);

// The code without white space is empty.
bool is_empty(const std::string& code);

// Writes -2 as a number, which was UNMATCHED in the kit of 2021, and nowhere UNMATCHED.
bool uses_old_unmatched(const std::string& code);

// Everything but what stands between the marks, comments and white space: the given part.
std::string given_code(const std::string& path);

}  // namespace handshake::check
