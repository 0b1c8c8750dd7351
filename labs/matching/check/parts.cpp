// The parts GPU memory, match and extra credit, and what else this lab adds to the check program.
#include "labs/matching/check/parts.hpp"

#include <algorithm>

#include "check/repairs.hpp"
#include "check/shown_text.hpp"
#include "check/source_text.hpp"
#include "labs/matching/check/check_match.hpp"
#include "labs/matching/check/smallest_graph.hpp"
#include "labs/matching/check/trace.hpp"
#include "labs/matching/check/wrapper_shares.hpp"
#include "labs/matching/check/wrapper_trials.hpp"
#include "labs/matching/words/graphs.hpp"
#include "suite/words/report.hpp"
#include "suite/work_shares.hpp"

namespace handshake::check {

namespace words = suite::words;

// The given code of an earlier year leaks one array. So one leak is forgiven if the given code is
// from another kit.
WrapperOptions wrapper_options(const Check& check) {
  return {check.options.selection,
          {check.facts.is_of_another_kit},
          check.options.sources + "/onewaywrapper.cu",
          check.facts.wrapper_lines};
}

namespace {

constexpr char kWrapper[] = "onewaywrapper.cu";

// If the largest run of match so far does not end in time, looks for the reason in the notes about
// the kernels.
void tell_slow_kernel(const Report& before, suite::PartResult& part) {
  if (part.failures.empty() || !is_slow_in_largest_run(part.failures.front())) return;
  for (const CheckedPart& other : before.parts)
    for (const suite::Note& note : other.result.notes)
      if ((note.id == "one_thread" || note.id == "work_again") &&
          explain_slowness(note, part.failures.front()))
        return;
}

// If the code has the number -2, which was UNMATCHED in an earlier year, gives every failure the
// hint about it.
void hint_at_old_unmatched(suite::PartResult& part) {
  const bool is_compiled = std::any_of(
      part.files.begin(), part.files.end(),
      [](const std::string& file) { return code_in(file).find("-2") != std::string::npos; });
  if (!is_compiled) return;
  for (suite::Failure& failure : part.failures)
    failure.hint.propose(suite::Hint{"old_unmatched_code"}.from(suite::Sure::cause));
}

void review(const Check& check, suite::PartResult& part) {
  const auto& old = check.facts.old_unmatched;
  if (std::find(old.begin(), old.end(), part.id) != old.end()) hint_at_old_unmatched(part);
}

MatchOptions match_options(const Check& check, bool extra) {
  const Options& options = check.options;
  return {extra, options.selection, 0, options.testcases, options.output};
}

// A part that runs onewaywrapper.cu.
class WrapperPart : public Part {
 public:
  WrapperPart(const std::string& id, std::vector<std::string> files)
      : Part(id, words::part_name(id), "run_wrapper", std::move(files)) {}

  std::string object() const override { return std::string("traced/") + kWrapper + ".o"; }

  LineRanges own_lines(const Check& check, const std::string& file) const override {
    return file == kWrapper ? check.facts.wrapper_lines : LineRanges();
  }

  suite::Repairs repairs(const Check& check, const suite::PartResult& part) const override {
    const Options& options = check.options;
    const suite::Failure& failure = part.failures.front();
    VariantProgram made{options.variants,
                        options.make,
                        program,
                        std::string(kWrapper) + ".o",
                        check.facts.wrapper_lines,
                        {}};
    for (const std::string& file : part.files) made.files.push_back(short_path(file));
    WrapperTrials trials(options.programs, options.variants, wrapper_options(check), is_optional());
    if (!trials.has(failure.case_number) || made.host_lines.empty()) return {};
    return find_repairs(trials, made, failure);
  }
};

class MemoryPart : public WrapperPart {
 public:
  MemoryPart() : WrapperPart("memory", {kWrapper}) {}
  suite::PartResult run(const Check& check, const Report&) const override {
    return check_memory(check.options.programs, wrapper_options(check));
  }
  suite::Shares shares(const Check& check, const Programs& programs,
                       const suite::PartResult& part) const override {
    return count_shares(programs, wrapper_options(check), part);
  }
  // The hint follows from the use of an array.
  bool asks_by_repairs() const override { return false; }
};

// The whole program needs all parts before it.
class MatchPart : public Part {
 public:
  MatchPart() : Part("match", words::part_name("match"), "match", {}) {}
  bool is_diagnosed() const override { return false; }
  std::string missing(const Report& before) const override {
    const bool all_ok = std::all_of(before.parts.begin(), before.parts.end(), [](const auto& part) {
      return part.result.verdict == suite::Verdict::ok;
    });
    return all_ok ? "" : words::needs_parts_above();
  }
  suite::PartResult run(const Check& check, const Report& before) const override {
    suite::PartResult part;
    part.id = id;
    add_match_cases(check.options.programs, match_options(check, false), part);
    tell_slow_kernel(before, part);
    return part;
  }
  suite::Shares shares(const Check& check, const Programs& programs,
                       const suite::PartResult& part) const override {
    return count_shares(programs, wrapper_options(check), part);
  }
  suite::Repairs repairs(const Check&, const suite::PartResult&) const override { return {}; }
};

// The extra credit needs the part "GPU memory", because both are in onewaywrapper.cu.
class ExtraPart : public WrapperPart {
 public:
  ExtraPart() : WrapperPart("extra", {"gpu_extra_credit/extra.cu", kWrapper}) {}
  bool is_optional() const override { return true; }
  std::string missing(const Report& before) const override {
    for (const CheckedPart& other : before.parts)
      if (other.result.id == "memory" && other.result.verdict != suite::Verdict::ok)
        return words::needs_part(other.result.name);
    return "";
  }
  suite::PartResult run(const Check& check, const Report& before) const override {
    const Options& options = check.options;
    const bool is_one_case = options.selection.case_number != 0 && options.programs.has("match");
    return check_extra(options.programs, wrapper_options(check),
                       is_one_case || is_ok(before, "match"), match_options(check, true));
  }
  suite::Shares shares(const Check& check, const Programs& programs,
                       const suite::PartResult& part) const override {
    return count_shares(programs, wrapper_options(check), part);
  }
};

}  // namespace

const LabCheck& lab_check() {
  static const MemoryPart kMemory;
  static const MatchPart kMatch;
  static const ExtraPart kExtra;
  static const LabCheck kCheck{
      {&kMemory, &kMatch, &kExtra}, review, find_smallest_graph, print_trace};
  return kCheck;
}

}  // namespace handshake::check
