// Collects the failures of a part. See part.hpp.
#include "suite/part.hpp"

#include <algorithm>

namespace handshake::suite {

void add_failure(PartResult& part, Failure failure) {
  part.failed++;
  if (part.failures.empty()) part.verdict = failure.verdict;
  if (part.failures.size() < kMostFailures)
    part.failures.push_back(std::move(failure));
  else if (part.failures.back().diagnostic)  // the list is full: replaces a diagnostic failure
    part.failures.back() = std::move(failure);
}

bool is_one_of(const std::vector<Finding>& findings, const Finding& finding) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& known) {
    return known.kind == finding.kind && known.file == finding.file && known.line == finding.line &&
           known.other_line == finding.other_line;
  });
}

void add_findings(PartResult& part, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (!is_one_of(part.findings, finding)) part.findings.push_back(finding);
}

void add_note(PartResult& part, const Note& note) {
  if (std::find(part.notes.begin(), part.notes.end(), note) == part.notes.end())
    part.notes.push_back(note);
}

}  // namespace handshake::suite
