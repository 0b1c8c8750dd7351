// The text of a source file as all readers of it see it: only code that is compiled.
#pragma once

#include <string>
#include <vector>

namespace handshake::check {

// The text without comments, without the characters inside of literals, and without the code that
// the preprocessor removes: blanks replace them, so lines and columns stay.
std::string code_of(std::string text);

// The code of the file, as code_of gives it.
std::string code_in(const std::string& path);

// A line of the file as it was written; empty if there is no such line.
std::string written_line(const std::string& path, int line);

}  // namespace handshake::check
