// Computes facts about the result of a whole check.
#include "check/report.hpp"

#include <algorithm>

namespace handshake::check {

using suite::Verdict;

namespace {

// Whether the part affects the result of the whole check. Extra credit that is not started has no
// effect.
bool counts(const CheckedPart& part) {
  return part.is_asked && !(part.result.is_optional && part.result.verdict == Verdict::not_started);
}

}  // namespace

const CheckedPart* first_failing(const Report& report) {
  for (const CheckedPart& part : report.parts) {
    const Verdict verdict = part.result.verdict;
    if (counts(part) && verdict != Verdict::ok && verdict != Verdict::not_checked &&
        verdict != Verdict::not_started)
      return &part;
  }
  return nullptr;
}

bool is_ok(const Report& report) {
  return std::all_of(report.parts.begin(), report.parts.end(), [](const CheckedPart& part) {
    return !counts(part) || part.result.verdict == Verdict::ok;
  });
}

std::string rerun_command(const suite::Failure& failure) {
  if (failure.part.empty()) return "";  // the failure on the smallest graph belongs to no case
  return "make check-" + failure.part + " CASE=" + std::to_string(failure.case_number);
}

bool is_ok(const Report& report, const std::string& id) {
  return std::any_of(report.parts.begin(), report.parts.end(), [&](const CheckedPart& part) {
    return part.result.id == id && part.result.verdict == Verdict::ok;
  });
}

}  // namespace handshake::check
