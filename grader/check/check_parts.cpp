// Theory of operation. The first of these conditions that is true decides the verdict of a part. If
// the student has not written any code: NOT STARTED. If the code does not build because of a
// mistake: NO_BUILD. If the build failed for another reason: NOT CHECKED. If a part that this part
// needs is not OK: NOT CHECKED. Otherwise, the cases of the part run. A kernel needs no other part,
// because our code does all other steps of a pass. The whole program needs all parts before it. The
// extra credit needs the part "GPU memory", because both are in onewaywrapper.cu.
#include "check/check_parts.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "check/check_match.hpp"
#include "check/check_wrapper.hpp"
#include "check/explain_source.hpp"
#include "check/repairs.hpp"
#include "check/shown_text.hpp"
#include "check/source_facts.hpp"
#include "check/source_outline.hpp"
#include "check/source_text.hpp"
#include "check/trace.hpp"
#include "check/wrapper_shares.hpp"
#include "flags/flags.hpp"
#include "suite/count_shares.hpp"
#include "suite/repair_hint.hpp"
#include "suite/schedule.hpp"
#include "suite/words/report.hpp"
#include "suite/words/words.hpp"
#include "suite/work_shares.hpp"

namespace handshake::check {

using suite::Kernel;
using suite::PartResult;
using suite::Verdict;
namespace words = suite::words;

namespace {

constexpr int kThreads = 256;  // for ./match on a small graph

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct PartPlan {
  std::string id, program;
  std::vector<std::string> files;
  bool is_optional = false;
};

const std::vector<PartPlan>& plans() {
  static const std::vector<PartPlan> kPlans = [] {
    std::vector<PartPlan> plans;
    for (const Kernel kernel : suite::kKernels) {
      const suite::KernelInfo& known = suite::info(kernel);
      plans.push_back({known.id, std::string("run_") + known.id, {known.file}});
    }
    plans.push_back({"memory", "run_wrapper", {"onewaywrapper.cu"}});
    plans.push_back({"match", "match", {}});
    plans.push_back(
        {"extra", "run_wrapper", {"gpu_extra_credit/extra.cu", "onewaywrapper.cu"}, true});
    return plans;
  }();
  return kPlans;
}

// The data that the checks of all parts share.
struct Check {
  const Options& options;
  SourceFacts facts;
};

bool has(const std::vector<std::string>& parts, const std::string& part) {
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

std::string explain_broken(const std::string& sources, const BrokenFile& broken) {
  const std::string file = sources + "/" + broken.file;
  return broken.lacks.empty() ? words::unreadable(file) : words::lost_mark(file, broken.lacks);
}

std::string explain_missing_program(const PartPlan& plan, const PartResult& part) {
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

// Sets the verdict if it is certain before any case runs: NOT STARTED, NO_BUILD or NOT CHECKED.
// Returns whether a verdict was set.
bool settle_early(const Check& check, const PartPlan& plan, CheckedPart& checked) {
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
  const bool is_complete = programs.has_all_modes(plan.program);
  if (has_plain && (is_complete || programs.backend == "cuda")) return false;
  part.build_log =
      read_text((has_plain ? programs.diagnostic : programs.logs) + "/" + plan.program + ".log");
  const bool is_mistake = programs.logs.empty() || tells_mistake(part.build_log);
  part.verdict = is_mistake ? Verdict::no_build : Verdict::not_checked;
  checked.summary = is_mistake ? explain_missing_program(plan, part)
                               : words::built_nothing(last_line(part.build_log));
  return true;
}

// If the code has the number -2, which was UNMATCHED in an earlier year, gives every failure the
// hint about it.
void hint_at_old_unmatched(PartResult& part) {
  const bool is_compiled = std::any_of(
      part.files.begin(), part.files.end(),
      [](const std::string& file) { return code_in(file).find("-2") != std::string::npos; });
  if (!is_compiled) return;
  for (suite::Failure& failure : part.failures)
    failure.hint.propose(suite::Hint{"old_unmatched_code"}.from(suite::Sure::cause));
}

bool is_ok(const Report& report, const std::string& id) {
  return std::any_of(report.parts.begin(), report.parts.end(), [&](const CheckedPart& part) {
    return part.result.id == id && part.result.verdict == Verdict::ok;
  });
}

// The object that check.mk builds from the part's file. The compiler's warnings are in the file
// OBJECT.log.
std::string object_of(const std::string& logs, const PartPlan& plan) {
  const bool is_wrapper = plan.program == "run_wrapper";
  return logs + (is_wrapper ? "/traced/onewaywrapper.cu" : "/" + plan.files.front()) + ".o";
}

// The given code of an earlier year leaks one array. So one leak is forgiven if the given code is
// from another kit.
WrapperOptions wrapper_options(const Check& check) {
  return {check.options.selection,
          {check.facts.is_of_another_kit},
          check.options.sources + "/onewaywrapper.cu",
          check.facts.wrapper_lines};
}

// If the largest run of match so far does not end in time, looks for the reason in the notes about
// the kernels.
void tell_slow_kernel(const Report& before, PartResult& part) {
  if (part.failures.empty() || !is_slow_in_largest_run(part.failures.front())) return;
  for (const CheckedPart& other : before.parts)
    for (const suite::Note& note : other.result.notes)
      if ((note.kind == suite::Note::one_thread || note.kind == suite::Note::work_again) &&
          explain_slowness(note, part.failures.front()))
        return;
}

PartResult run_part(const Check& check, const PartPlan& plan, const Report& before) {
  const Options& options = check.options;
  for (const Kernel kernel : suite::kKernels) {
    if (plan.id != suite::info(kernel).id) continue;
    ProcessRunners runners(options.programs);
    return suite::check_kernel(runners, kernel, options.selection);
  }
  const WrapperOptions wrapper = wrapper_options(check);
  if (plan.id == "memory") return check_memory(options.programs, wrapper);
  const MatchOptions match{plan.id == "extra", options.selection, 0, options.testcases,
                           options.output};
  if (plan.id == "extra") {
    const bool is_one_case = options.selection.case_number != 0 && options.programs.has("match");
    return check_extra(options.programs, wrapper, is_one_case || is_ok(before, "match"), match);
  }
  PartResult part;
  part.id = plan.id;
  add_match_cases(options.programs, match, part);
  tell_slow_kernel(before, part);
  return part;
}

// Says which part must be OK first; empty if this part can be checked.
std::string missing_part(const PartPlan& plan, const Report& before) {
  for (const CheckedPart& other : before.parts) {
    if (other.result.verdict == Verdict::ok) continue;
    if (plan.id == "match") return words::needs_parts_above();
    if (plan.id == "extra" && other.result.id == "memory")
      return words::needs_part(other.result.name);
  }
  return "";
}

void name_part(const Check& check, const PartPlan& plan, PartResult& part) {
  part.id = plan.id;
  part.name = words::part_name(plan.id);
  part.is_optional = plan.is_optional;
  part.files.clear();
  for (const std::string& file : plan.files)
    part.files.push_back(check.options.sources + "/" + file);
}

suite::Repairs repairs_of(const Check& check, const PartResult& part) {
  const Options& options = check.options;
  const suite::Failure& failure = part.failures.front();
  VariantProgram program{options.variants,     options.make, "run_wrapper",
                         "onewaywrapper.cu.o", {},           {}};
  for (const std::string& file : part.files) program.files.push_back(short_path(file));
  for (const Kernel kernel : suite::kKernels) {
    if (part.id != suite::info(kernel).id) continue;
    const std::string file = suite::info(kernel).file;
    program.name = std::string("run_") + suite::info(kernel).id;
    program.object = file.substr(file.rfind('/') + 1) + ".o";
    KernelTrials trials(options.programs, options.variants, kernel);
    return find_repairs(trials, program, failure);
  }
  if (part.id != "memory" && part.id != "extra") return {};
  program.host_lines = check.facts.wrapper_lines;
  WrapperTrials trials(options.programs, options.variants, wrapper_options(check),
                       part.id == "extra");
  if (!trials.has(failure.case_number) || program.host_lines.empty()) return {};
  return find_repairs(trials, program, failure);
}

// Whether one thread has written to the element that is wrong, and has done so in two lines.
bool writes_twice(const suite::Failure& failure) {
  return std::any_of(failure.what.begin(), failure.what.end(), [](const suite::Fact& fact) {
    const auto* const often = fact.get<suite::WrittenOften>();
    return often && often->threads <= 1 && often->first;
  });
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
void tell_repairs(const Check& check, const Report& before, PartResult& part) {
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
  suite::Repairs fact = repairs_of(check, part);
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
  // The part "GPU memory" keeps its hint, which follows from the use of an array.
  if (part.id != "memory")
    failure.hint.propose(suite::hint_of(fact.repairs, failure.hint, writes_twice(failure)));
}

// nvcc builds some code that CUDA on the CPU does not build. Such code is checked only on the GPU,
// and a note informs the student.
void note_lack_of_diagnosis(const Programs& programs, const PartPlan& plan, PartResult& part) {
  if (part.verdict != Verdict::ok || programs.has_all_modes(plan.program)) return;
  const std::string log = read_text(programs.diagnostic + "/" + plan.program + ".log");
  suite::Note note{suite::Note::not_diagnosed, plan.program};
  note.file = part.files.back();
  note.message = log.substr(0, log.find('\n'));
  add_note(part, note);
}

// Adds a note if the file was saved after the build: then it is newer than its object.
void note_changed_file(const Check& check, const PartPlan& plan, PartResult& part) {
  if (part.files.empty()) return;
  const std::string object = object_of(check.options.programs.logs, plan);
  std::error_code is_missing, is_unknown;
  const auto built = std::filesystem::last_write_time(object, is_unknown);
  const auto changed = std::filesystem::last_write_time(part.files.front(), is_missing);
  if (is_unknown || is_missing || changed <= built) return;
  suite::Note note{suite::Note::changed_file};
  note.file = part.files.front();
  add_note(part, note);
}

// Adds what the source code shows about the first failure.
void explain_first(const Check& check, const PartPlan& plan, const Report& before,
                   PartResult& part) {
  tell_repairs(check, before, part);
  std::vector<SourceFile> files;
  for (const std::string& file : part.files) {
    const bool is_wrapper = file == check.options.sources + "/onewaywrapper.cu";
    files.push_back({file, is_wrapper ? check.facts.wrapper_lines : LineRanges()});
  }
  explain_source(files, part.failures.front());
  if (!part.files.empty())
    part.warnings = read_text(object_of(check.options.programs.logs, plan) + ".log");
}

suite::Shares shares_of(const Check& check, const PartResult& part) {
  Programs programs = check.options.programs;
  // Diagnostic mode reports a barrier that not all threads reach. On most GPUs, it does no harm.
  programs.environment.emplace_back("HANDSHAKE_FORGIVE_BARRIERS", "1");
  programs.begin_part();
  for (const Kernel kernel : suite::kKernels) {
    if (part.id != suite::info(kernel).id) continue;
    constexpr int kQuicker = 4;  // several kinds of cases may have a launch that does not end
    programs.limit /= kQuicker;
    ProcessRunners runners(programs);
    return suite::count_shares(runners, kernel);
  }
  return count_shares(programs, wrapper_options(check), part);
}

CheckedPart check_part(const Check& check, const PartPlan& plan, const Report& before) {
  CheckedPart checked;
  PartResult& part = checked.result;
  name_part(check, plan, part);
  if (settle_early(check, plan, checked)) return checked;
  checked.summary = missing_part(plan, before);
  if (!checked.summary.empty()) return checked;
  check.options.programs.begin_part();
  part = run_part(check, plan, before);
  name_part(check, plan, part);
  const int wanted = check.options.selection.case_number;
  if (wanted > part.known_cases)
    throw UsageError(words::no_such_case(wanted, part.name, part.known_cases));
  if (has(check.facts.old_unmatched, plan.id)) hint_at_old_unmatched(part);
  note_lack_of_diagnosis(check.options.programs, plan, part);
  if (!part.failures.empty()) {
    explain_first(check, plan, before, part);
    checked.summary = words::summary(part.failures.front());
  }
  note_changed_file(check, plan, part);
  if (check.options.counts_shares && wanted == 0 && !part.failures.empty())
    part.shares = shares_of(check, part);
  return checked;
}

// A small graph on which the part has the same failure when our code replaces all other parts.
std::optional<suite::FailingGraph> failing_graph(const Check& check, const std::string& part,
                                                 const suite::Failure& failure) {
  const Programs& programs = check.options.programs;
  for (const Kernel kernel : suite::kKernels) {
    if (part != suite::info(kernel).id) continue;
    ProcessRunners runners(programs);
    return suite::smallest_failing_graph(runners, kernel, failure);
  }
  if (part == "extra" && failure.pass > 0)
    return failing_graph_of_extra(programs, wrapper_options(check), failure);
  return std::nullopt;
}

// The number of threads of ./match on this graph.
int threads_in_match(const SmallestGraph& smallest) {
  const int threads = smallest.found.failure.title.threads;
  return is_kernel(smallest) || threads == 0 ? kThreads : threads;
}

std::string threads_of(const SmallestGraph& smallest, suite::Shape shape) {
  if (!is_kernel(smallest)) return " THREADS=" + std::to_string(threads_in_match(smallest));
  const bool is_as_in_match = shape_in_match(shape.total()).blocks == shape.blocks;
  return " THREADS=" + std::to_string(shape.total()) +
         (is_as_in_match ? "" : " BLOCKS=" + std::to_string(shape.blocks));
}

// Chooses the command that shows the failure: a run of ./match if the failure appears there as
// well, otherwise `make trace`. If the part "GPU memory" is not OK, ./match may fail before it
// launches any kernel, so ./match is not used.
void choose_command(const Programs& programs, const std::string& scratch, bool has_memory,
                    SmallestGraph& smallest) {
  const bool extra = smallest.part == "extra";
  const suite::Shape shape = smallest.found.failure.shape;
  const int threads = threads_in_match(smallest);
  smallest.shows_in_match =
      has_memory && programs.has("match") &&
      run_match(programs, smallest.found.graph, threads, extra, "forward", scratch);
  if (smallest.shows_in_match)
    smallest.command = "make && ./match -input " + smallest.file + " -threads " +
                       std::to_string(threads) + (extra ? " -extra" : "");
  else
    smallest.command = "make trace INPUT=" + smallest.file + threads_of(smallest, shape);
}

// Whether the trace shows a wrong array of the submission.
bool has_own_arrays(const SmallestGraph& smallest) {
  const std::vector<TracedPass>& passes = smallest.trace.passes;
  return is_kernel(smallest) || std::any_of(passes.begin(), passes.end(),
                                            [](auto& pass) { return !pass.own_hands.empty(); });
}

// Copies the array of the extra credit from the failure into the trace of the failed pass, if the
// failure contains the whole array.
void add_own_hands(SmallestGraph& smallest) {
  const suite::Failure& failure = smallest.found.failure;
  std::vector<TracedPass>& passes = smallest.trace.passes;
  if (failure.pass < 1 || failure.pass > static_cast<int>(passes.size())) return;
  TracedPass& pass = passes[failure.pass - 1];
  // If a submission uses random numbers, its last run on the smallest graph may be right. Then the
  // failure is from a run on a larger graph, and its array has another size.
  for (const suite::ShownArray& shown : failure.shown)
    if (shown.name == "strongNeighbor" && shown.what == "yours" &&
        shown.values.size() == pass.strongNeighbor.size())
      pass.own_hands = shown.values;
}

std::optional<SmallestGraph> find_smallest(const Check& check, const Report& report) {
  const Options& options = check.options;
  if (options.selection.case_number != 0 || options.selection.verdict_only || options.only_table)
    return std::nullopt;
  const std::string file = options.output + "/failing.mtx";
  std::remove(file.c_str());  // the file of an earlier check
  const CheckedPart* failing = first_failing(report);
  if (!failing || failing->result.failures.empty()) return std::nullopt;
  const suite::Failure& failure = failing->result.failures.front();
  // Some launches fail only after other launches of the same program. In the first pass over a
  // small graph, these launches are right, so the graph does not show the mistake.
  if (suite::has_fact(failure, "right_when_first")) return std::nullopt;
  // Some mistakes appear only in diagnostic mode, or only if threads take turns. No graph shows
  // them in plain mode.
  const bool is_of_kernel = failure.shape.total() > 0;
  if (is_of_kernel && suite::is_taking_turns(failure.schedule)) return std::nullopt;
  if (failure.hangs || (failure.diagnostic && failure.array.empty())) return std::nullopt;
  options.programs.begin_part();  // the search gets as much time as the check of a part
  const auto found = failing_graph(check, failing->result.id, failure);
  if (!found) return std::nullopt;

  SmallestGraph smallest;
  smallest.found = *found;
  smallest.part = failing->result.id;
  smallest.file = file;
  smallest.schedule = failure.schedule;
  write_mtx(smallest.file, found->graph, words::small_graph_of(failing->result.name));
  smallest.trace = is_kernel(smallest)
                       ? trace_own_passes(found->graph, smallest.file, options.programs,
                                          found->failure.shape, failure.schedule)
                       : trace_passes(found->graph, smallest.file);
  add_own_hands(smallest);
  choose_command(options.programs, options.output, is_ok(report, "memory"), smallest);
  if (!smallest.shows_in_match && !has_own_arrays(smallest)) return std::nullopt;
  return smallest;
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
  for (const PartPlan& plan : plans())
    if (options.asks_for(plan.id)) report.parts.push_back(check_part(check, plan, report));
  report.smallest = find_smallest(check, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return report;
}

}  // namespace handshake::check
