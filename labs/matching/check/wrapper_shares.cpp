// See wrapper_shares.hpp.
#include "labs/matching/check/wrapper_shares.hpp"

#include <algorithm>
#include <utility>

#include "labs/matching/check/wrapper_runs.hpp"
#include "suite/diagnose.hpp"

namespace handshake::check {

namespace {

// Races and wrong uses of memory that the part "GPU memory" has, too, are charged there: of the extra
// credit, keeps the first one that is new.
void leave_out_known(const Programs& programs, const std::vector<suite::WrapperCase>& cases,
                     WrapperOptions options, suite::PartResult& unclean) {
  suite::PartResult memory;
  diagnose_cases(programs, suite::memory_cases(), options, memory,
                 [](const suite::Failure&) { return false; });
  const std::optional<suite::Finding>& first = unclean.failures.front().finding;
  if (!first || !is_one_of(memory.findings, *first)) return;
  unclean.failures.clear();
  options.known = memory.findings;
  diagnose_cases(programs, cases, options, unclean, suite::is_unclean);
}

// What was found in the public cases, but not here: wrong uses of memory that only the runner
// notices, and races of cases that are too large for all orders.
void add_noticed(const suite::PartResult& part, suite::Verdict verdict, bool has_leak,
                 suite::PartResult& unclean) {
  const auto noticed =
      std::find_if(part.failures.begin(), part.failures.end(), [&](const suite::Failure& one) {
        return one.verdict == verdict && !(has_leak && is_leak(one));
      });
  if (noticed != part.failures.end()) add_failure(unclean, *noticed);
}

}  // namespace

suite::Shares count_shares(const Programs& all_programs, const WrapperOptions& given,
                           const suite::PartResult& part) {
  const bool extra = part.id == "extra";
  Programs programs = all_programs;
  programs.environment.emplace_back("CUCC_MARGIN", "1M");
  const WrapperOptions options = extra ? without_known_faults(programs, given) : given;
  const auto cases = extra ? suite::extra_cases() : suite::memory_cases();
  suite::Shares shares;
  suite::PartResult leaks, unclean;
  leaks.id = unclean.id = part.id;
  bool has_hung = false;
  for (int number = 1; number <= static_cast<int>(cases.size()); number++) {
    const suite::WrapperCase& one = cases[number - 1];
    suite::CaseShare counted{number, one.kind, "", one.graph.numEdges() == 0, 0, {}};
    if (!has_hung) {
      suite::WrapperResult result = WrapperRuns(programs, options.forgiven).first(one, leaks);
      counted.share = result.share;
      counted.failure = std::move(result.failure);
      for (suite::Failure& other : result.beside) {
        other.case_number = number;
        add_failure(is_leak(other) ? leaks : unclean, other);
      }
    }
    has_hung = has_hung || (counted.failure && counted.failure->hangs);
    shares.is_begun = shares.is_begun || (counted.share > 0 && !counted.is_free);
    if (counted.failure) counted.failure->case_number = number;
    const auto failure = counted.share == 1 ? std::exchange(counted.failure, {}) : std::nullopt;
    if (failure && is_leak(*failure)) add_failure(leaks, *failure);
    shares.cases.push_back(std::move(counted));
  }
  const bool has_leak = !leaks.failures.empty();
  add_noticed(part, extra ? suite::Verdict::race : suite::Verdict::memory, has_leak, unclean);
  if (unclean.failures.empty())
    diagnose_cases(programs, cases, options, unclean, suite::is_unclean);
  if (extra && !unclean.failures.empty()) leave_out_known(programs, cases, options, unclean);
  if (!has_leak && unclean.failures.empty() && is_right(shares))
    take_turns(programs, cases, options, unclean);
  for (const auto& found : {leaks, unclean})
    if (!found.failures.empty()) shares.unclean.push_back(found.failures.front());
  return shares;
}

}  // namespace handshake::check
