// The version of Handshake, for all its programs. Python (grader/report/version.py), CMake and
// pyproject.toml read the version from this file. CITATION.cff and CHANGELOG.md repeat it, and a
// test compares them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>

#define HANDSHAKE_VERSION "1.2.0"

namespace handshake {

// Returns the action of the flag -version: it prints the name and the version of the program, and
// ends the program.
inline std::function<void()> print_version(const char* program) {
  return [program] {
    std::printf("%s %s\n", program, HANDSHAKE_VERSION);
    std::exit(EXIT_SUCCESS);
  };
}

}  // namespace handshake
