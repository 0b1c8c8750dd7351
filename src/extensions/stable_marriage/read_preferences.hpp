// Reads and writes instances. A file is text, text that is compressed with gzip, or binary; its
// content shows which of these it is. docs/extensions/stable_marriage.md states every rule.
#pragma once

#include <string>

#include "extensions/stable_marriage/problem.hpp"
#include "graph/file_bytes.hpp"

namespace handshake::marriage {

// Throws InputError for every fault of the file, and std::bad_alloc if memory runs out.
Problem read_problem(const std::string& path);

// The same for the content of a file; `path` is its name in messages.
Problem read_problem(FileBytes file, const std::string& path);

// Writes a binary file if `path` ends in .bin, and otherwise text. Throws OutputError.
void write_problem(const std::string& path, const Problem& problem);

}  // namespace handshake::marriage
