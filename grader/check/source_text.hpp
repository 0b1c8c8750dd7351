// The text of a source file as all readers of it see it: only code that is compiled, one statement
// after the other.
#pragma once

#include <string>
#include <vector>

namespace handshake::check {

// The text without comments, without the characters inside of literals, and without the code that
// the preprocessor removes: blanks replace them, so lines and columns stay.
std::string code_of(std::string text);

// The code of the file, as code_of gives it.
std::string code_in(const std::string& path);

// The lines of the file, without comments, literals and removed code (see code_of). If a statement
// or the head of a block is longer than one line, its first line contains all of it, and its other
// lines are empty. A line without code has a blank. An opening brace that has its own line is moved
// to the head before it.
//
// Some readers compare each line with many others, or each name of a line with all lines. So that
// the text of an attacker cannot keep them busy, lines after kMostSourceLines and the rest of a
// line after kMostSourceLetters are left out, and longer statements are not joined: nobody writes
// so many by hand.
constexpr size_t kMostSourceLines = 4000, kMostSourceLetters = 400, kMostStatementLetters = 800;
std::vector<std::string> source_lines(const std::string& path);

// The first line of the statement that contains this line; 0: there is no such line.
int statement_at(const std::vector<std::string>& lines, int line);
// The last line of the statement that begins in line `first`.
int end_of_statement(const std::vector<std::string>& lines, int first);

// The next line above `line` that has code; 0: there is none.
int code_above(const std::vector<std::string>& lines, int line);

// The statement that contains this line of the file; empty if there is no such line.
std::string statement_in(const std::string& path, int line);

// A line of the file as it was written; empty if there is no such line.
std::string written_line(const std::string& path, int line);

}  // namespace handshake::check
