// Where the answers of a program go. Faults of the names are reported before the work begins, not
// after hours of work.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace handshake {

// A file that a flag names. An empty path means that the flag was not given.
struct NamedFile {
  const char* flag;
  std::string path;
};

// Throws UsageError if an output is also an input or another output, and OutputError if one cannot
// be written. Writes nothing.
void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// The stream for messages about a run: the standard output, unless one of these files is written
// there ("-").
std::FILE* summary_stream(const std::vector<NamedFile>& outputs);

}  // namespace handshake
