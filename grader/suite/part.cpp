// Collecting failures.
#include "suite/part.hpp"

#include <algorithm>

namespace handshake::suite {

std::string summarize(const Failure& failure) {
  if (failure.index < 0 || !failure.expected) {
    std::string sentence = failure.what.empty() ? failure.case_title : failure.what.front();
    if (!sentence.empty() && sentence.back() == '.') sentence.pop_back();
    return sentence;
  }
  return failure.array + "[" + std::to_string(failure.index) + "] " +
         (failure.got ? "is " + std::to_string(*failure.got) : "was never written") + ", must be " +
         std::to_string(*failure.expected);
}

void add_failure(PartResult& part, Failure failure) {
  part.failed++;
  if (part.failures.empty()) {
    part.verdict = failure.verdict;
    part.summary = summarize(failure);
  }
  if (part.failures.size() < kMostFailures) part.failures.push_back(std::move(failure));
}

void add_findings(PartResult& part, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    const bool is_known =
        std::any_of(part.findings.begin(), part.findings.end(), [&](const Finding& known) {
          return known.kind == finding.kind && known.file == finding.file &&
                 known.line == finding.line && known.other_line == finding.other_line;
        });
    if (!is_known) part.findings.push_back(finding);
  }
}

void add_note(PartResult& part, const std::string& note) {
  if (std::find(part.notes.begin(), part.notes.end(), note) == part.notes.end())
    part.notes.push_back(note);
}

}  // namespace handshake::suite
