// The files that a program will write. Faults in their names are reported before the work begins,
// not after hours of work.
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

// Throws UsageError if an output is the same file as an input or as another output. Throws
// OutputError if an output cannot be written. Writes nothing.
void check_outputs(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs);

// The stream for messages about a run. This is the standard error if one of `outputs` is written to
// the standard output ("-"), and otherwise the standard output.
std::FILE* summary_stream(const std::vector<NamedFile>& outputs);

}  // namespace handshake
