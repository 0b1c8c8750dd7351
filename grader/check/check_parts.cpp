// Theory of operation. The first of these conditions that is true decides the verdict of a part. If
// the student has not written any code: NOT STARTED. If the code does not build because of a
// mistake: NO_BUILD. If the build failed for another reason: NOT CHECKED. If a part that this part
// needs is not OK: NOT CHECKED. Otherwise, the cases of the part run.
#include "check/check_parts.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "check/explain_source.hpp"
#include "check/part.hpp"
#include "check/repairs.hpp"
#include "check/shown_text.hpp"
#include "check/source_facts.hpp"
#include "check/source_outline.hpp"
#include "check/source_text.hpp"
#include "flags/flags.hpp"
#include "suite/repair_hint.hpp"
#include "suite/words/report.hpp"
#include "suite/words/words.hpp"

namespace handshake::check {

using suite::PartResult;
using suite::Verdict;
namespace words = suite::words;

namespace {

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool has(const std::vector<std::string>& parts, const std::string& part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::string explain_broken(const std::string& sources, const BrokenFile& broken) {
  const std::string file = sources + "/" + broken.file;
  return broken.lacks.empty() ? words::unreadable(file) : words::lost_mark(file, broken.lacks);
}

std::string explain_missing_program(const Part& plan, const PartResult& part) {
  const bool is_unknown =
      part.build_log.find("undefined reference to `" + part.name) != std::string::npos;
  if (is_unknown) return words::not_as_declared(part.name);
  return words::not_built(part.files.empty() ? plan.program : part.files.front());
}

// Whether the log shows a mistake in the code: the compiler names a line (FILE.cu:12:), or the
// linker says what is missing. Their messages may be in any language. If neither is true, another
// process ended the build, or the disk was full.
bool tells_mistake(const std::string& log) {
  static const std::regex message(R"(\.(cuh?|h|hpp):[0-9]{1,9}:|\bld(\.[a-z]+)?: )");
  return std::regex_search(log, message);
}

std::string last_line(const std::string& log) {
  const size_t end = log.find_last_not_of("\n ");
  if (end == std::string::npos) return "";
  const size_t begin = log.rfind('\n', end) + 1;  // 0 if it is the only line
  return log.substr(begin, end + 1 - begin);
}

bool has_all_modes(const Programs& programs, const Part& plan) {
  return programs.diagnostic.empty() || !plan.is_diagnosed() ||
         programs.has_diagnostic(plan.program);
}

// Sets the verdict if it is certain before any case runs: NOT STARTED, NO_BUILD or NOT CHECKED.
// Returns whether a verdict was set.
bool settle_early(const Check& check, const Part& plan, CheckedPart& checked) {
  PartResult& part = checked.result;
  const Programs& programs = check.options.programs;
  for (const BrokenFile& broken : check.facts.broken) {
    if (broken.part != plan.id) continue;
    part.verdict = Verdict::no_build;
    checked.summary = explain_broken(check.options.sources, broken);
    return true;
  }
  if (has(check.facts.not_started, plan.id)) {
    part.verdict = Verdict::not_started;
    checked.summary = part.files.front();
    return true;
  }
  const bool has_plain = programs.has(plan.program);
  const bool is_complete = has_all_modes(programs, plan);
  if (has_plain && (is_complete || programs.backend == "cuda")) return false;
  part.build_log =
      read_text((has_plain ? programs.diagnostic : programs.logs) + "/" + plan.program + ".log");
  const bool is_mistake = programs.logs.empty() || tells_mistake(part.build_log);
  part.verdict = is_mistake ? Verdict::no_build : Verdict::not_checked;
  checked.summary = is_mistake ? explain_missing_program(plan, part)
                               : words::built_nothing(last_line(part.build_log));
  return true;
}

void name_part(const Check& check, const Part& plan, PartResult& part) {
  part.id = plan.id;
  part.name = plan.name;
  part.is_optional = plan.is_optional();
  part.files.clear();
  for (const std::string& file : plan.files)
    part.files.push_back(check.options.sources + "/" + file);
}

// If one function allocates all arrays, either of two changes may make the part right: one in this
// function, or one in the call for the array that is too short. In this case, only the change in
// the call is kept.
void leave_out_common_lines(const suite::Failure& failure, suite::Repairs& repairs) {
  const auto names = [&](const suite::Repair& repair, const std::string& variable) {
    const SourceOutline file(repair.at.file, {});
    const std::vector<int> here = file.at(repair.at.line);
    return std::any_of(here.begin(), here.end(),
                       [&](int one) { return mentions(file[one], variable); });
  };
  for (const suite::Fact& fact : failure.what) {
    const auto* const room = fact.get<suite::TooLittleRoom>();
    if (!room || room->variable.empty()) continue;
    std::vector<suite::Repair> own;
    for (const suite::Repair& repair : repairs.repairs)
      if (names(repair, room->variable)) own.push_back(repair);
    if (!own.empty()) repairs.repairs = own;
  }
}

// Called only for the failure that is shown.
void tell_repairs(const Check& check, const Part& plan, const Report& before, PartResult& part) {
  const Options& options = check.options;
  suite::Failure& failure = part.failures.front();
  const bool is_plain = !failure.diagnostic || !failure.array.empty();
  // No repair is searched for if a number did not fit into its type, or if a shuffle is the cause.
  // Many changes would only hide this mistake: they avoid large numbers, or do not use the result
  // of the shuffle.
  const bool is_shuffle =
      failure.finding && failure.finding->kind == Kind::shuffle_from_inactive_lane;
  const bool is_searched = (is_plain || failure.verdict == Verdict::race) && !is_shuffle &&
                           !suite::has_fact<suite::DidNotFit>(failure);
  if (first_failing(before) || !is_searched || failure.is_spent || options.selection.verdict_only ||
      options.variants.empty())
    return;
  suite::Repairs fact = plan.repairs(check, part);
  leave_out_common_lines(failure, fact);
  // If a shuffle gave the wrong value, a change may make the kernel right only because it avoids
  // the use of this value. Such a change does not show the mistake.
  const bool is_of_shuffle = suite::has_fact(failure, "own_value");
  if (fact.repairs.empty() || (is_of_shuffle && suite::tells_lines_only(fact.repairs))) return;
  std::vector<suite::Place> lines;
  for (const suite::Repair& repair : fact.repairs) {
    lines.push_back(repair.at);
    if (repair.other_line != 0) lines.push_back({repair.at.file, repair.other_line});
  }
  const bool is_trick = suite::tells_lines_only(fact.repairs);
  failure.what.push_back({fact, is_trick ? suite::Sure::steps : suite::Sure::proof, lines});
  if (plan.asks_by_repairs()) failure.hint.propose(suite::hint_of(fact.repairs, failure));
}

// nvcc builds some code that CUDA on the CPU does not build. Such code is checked only on the GPU,
// and a note informs the student.
void note_lack_of_diagnosis(const Programs& programs, const Part& plan, PartResult& part) {
  if (part.verdict != Verdict::ok || has_all_modes(programs, plan)) return;
  const std::string log = read_text(programs.diagnostic + "/" + plan.program + ".log");
  const std::string message = log.substr(0, log.find('\n'));
  add_note(part, {"not_diagnosed",
                  {{"file", part.files.back()},
                   {"message", message.empty() ? suite::Slot() : suite::Slot(message)}}});
}

// Adds a note if the file was saved after the build: then it is newer than its object.
void note_changed_file(const Check& check, const Part& plan, PartResult& part) {
  if (part.files.empty()) return;
  const std::string object = check.options.programs.logs + "/" + plan.object();
  std::error_code is_missing, is_unknown;
  const auto built = std::filesystem::last_write_time(object, is_unknown);
  const auto changed = std::filesystem::last_write_time(part.files.front(), is_missing);
  if (is_unknown || is_missing || changed <= built) return;
  add_note(part, {"changed_file", {{"file", part.files.front()}}});
}

// Adds what the source code shows about the first failure.
void explain_first(const Check& check, const Part& plan, const Report& before, PartResult& part) {
  tell_repairs(check, plan, before, part);
  std::vector<SourceFile> files;
  for (const std::string& file : plan.files)
    files.push_back({check.options.sources + "/" + file, plan.own_lines(check, file)});
  explain_source(files, part.failures.front());
  if (!part.files.empty())
    part.warnings = read_text(check.options.programs.logs + "/" + plan.object() + ".log");
}

suite::Shares shares_of(const Check& check, const Part& plan, const PartResult& part) {
  Programs programs = check.options.programs;
  // Diagnostic mode reports a barrier that not all threads reach. On most GPUs, it does no harm.
  programs.environment.emplace_back("CUCC_FORGIVE_BARRIERS", "1");
  programs.begin_part();
  return plan.shares(check, programs, part);
}

CheckedPart check_part(const Check& check, const Part& plan, const Report& before) {
  CheckedPart checked;
  PartResult& part = checked.result;
  name_part(check, plan, part);
  if (settle_early(check, plan, checked)) return checked;
  checked.summary = plan.missing(before);
  if (!checked.summary.empty()) return checked;
  check.options.programs.begin_part();
  part = plan.run(check, before);
  name_part(check, plan, part);
  const int wanted = check.options.selection.case_number;
  if (wanted > part.known_cases)
    throw UsageError(words::no_such_case(wanted, part.name, part.known_cases));
  if (lab_check().review) lab_check().review(check, part);
  note_lack_of_diagnosis(check.options.programs, plan, part);
  if (!part.failures.empty()) {
    explain_first(check, plan, before, part);
    checked.summary = words::summary(part.failures.front());
  }
  note_changed_file(check, plan, part);
  if (check.options.counts_shares && wanted == 0 && !part.failures.empty())
    part.shares = shares_of(check, plan, part);
  return checked;
}

}  // namespace

Report check_parts(const Options& options) {
  const Clock::time_point start = Clock::now();
  const Check check{options, options.marks.empty() ? SourceFacts() : read_facts(options.marks)};
  Report report;
  report.backend = options.programs.backend;
  report.modes = {"plain"};
  if (!options.programs.diagnostic.empty()) report.modes.push_back("diagnostic");
  report.schedules = ProcessRunners(options.programs).schedules();
  for (const Part* plan : all_parts())
    if (options.asks_for(plan->id)) report.parts.push_back(check_part(check, *plan, report));
  if (lab_check().find_example) report.example = lab_check().find_example(check, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return report;
}

}  // namespace handshake::check
