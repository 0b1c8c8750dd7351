// The parts of the check, and the result of each.
#pragma once

#include <string>
#include <vector>

#include "suite/share.hpp"

namespace handshake::suite {

struct PartResult {
  std::string id;                  // as in `make check-ID`
  std::string name;                // as the table shows it
  std::vector<std::string> files;  // the files in which the student writes this part
  bool is_optional = false;
  Verdict verdict = Verdict::not_checked;
  int known_cases = 0;            // number of all cases, including those that are not run
  int cases = 0;                  // cases that were run
  int failed = 0;                 // how many of these cases failed
  long runs = 0;                  // launches, or runs of a program
  std::vector<Failure> failures;  // the first failure of each case, at most kMostFailures
  std::vector<Note> notes;        // code that gives right results, but should be changed
  std::vector<Finding> findings;  // what diagnostic mode noticed, each finding once
  std::optional<Shares> shares;   // if they were asked for, and the part is not OK
  std::string build_log;          // the compiler's messages, if the verdict is no_build
  std::string warnings;           // the compiler's warnings, if the part builds
};
constexpr size_t kMostFailures = 50;

// Counts the failure and adds it to the list. A full list changes only if its last failure was
// found in diagnostic mode: then the new failure replaces this last failure. The verdict of the
// part is that of its first failure.
void add_failure(PartResult& part, Failure failure);
void add_findings(PartResult& part, const std::vector<Finding>& findings);
// Whether one of the findings is of the same kind, and in the same lines.
bool is_one_of(const std::vector<Finding>& findings, const Finding& finding);

void add_note(PartResult& part, const Note& note);

}  // namespace handshake::suite
