// A finding of the CUDA runtime: a race, an access out of bounds, or another fault.
#pragma once

#include <string>

#include "cuda_on_cpu/findings/finding.hpp"

namespace handshake::suite {

struct Finding : FindingOf<std::string> {
  bool is_harmless = false;  // a race, but no order of the accesses gives a wrong element
};

inline bool is_error(const Finding& finding) {
  return finding.severity == Severity::error;
}

// Whether the file is code of the kit that calls the submission.
inline bool is_of_runner(const std::string& file) {
  const auto begins_with = [&](const char* folder) { return file.rfind(folder, 0) == 0; };
  return begins_with("grader/runner/") ||
         (begins_with("labs/") && file.find("/runner/") != std::string::npos);
}

// Whether the access begins inside of the array and ends outside: for example, a read of an int2.
inline bool is_partly_outside(const Finding& finding) {
  return finding.kind == Kind::out_of_bounds && finding.element.known() && finding.offset >= 0 &&
         finding.offset < finding.allocation_bytes &&
         finding.accessed > finding.allocation_bytes - finding.offset;
}

// Whether the finding is about a variable in shared memory that has a name.
inline bool is_in_shared_variable(const Finding& finding) {
  return finding.element.space == Space::shared && !finding.element.variable.empty();
}

}  // namespace handshake::suite
