// Theory of operation. A part is looked at in this order: is anything written (NOT STARTED), does
// it build (NO_BUILD), are the parts that it needs OK (NOT CHECKED), what do its cases say. The
// kernels need nothing but themselves: all other steps of a pass are ours. The whole program needs
// them all.
#include "check/check_parts.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "check/check_match.hpp"
#include "check/check_wrapper.hpp"
#include "check/skeleton.hpp"
#include "check/trace.hpp"

namespace handshake::check {

using suite::Kernel;
using suite::PartResult;
using suite::Verdict;

namespace {

constexpr int kThreads = 256;  // of ./match on a small graph

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Where a part is written: a file, and which of its marked blocks.
struct Place {
  std::string file;
  std::vector<size_t> blocks;  // empty: all
};

struct PartPlan {
  std::string id, name, program;
  std::vector<Place> places;
  bool is_optional = false;
};

// onewaywrapper.cu has three marked blocks: allocate and copy, -extra, free.
const std::vector<PartPlan>& plans() {
  static const std::vector<PartPlan> kPlans = [] {
    std::vector<PartPlan> plans;
    for (const Kernel kernel : suite::kKernels) {
      const suite::KernelInfo& known = suite::info(kernel);
      plans.push_back({known.id, known.name, std::string("run_") + known.id, {{known.file, {}}}});
    }
    plans.push_back({"memory", "GPU memory", "run_wrapper", {{"onewaywrapper.cu", {0, 2}}}});
    plans.push_back({"match", "match, all together", "match", {}});
    plans.push_back({"extra",
                     "extra credit",
                     "run_wrapper",
                     {{"gpu_extra_credit/extra.cu", {}}, {"onewaywrapper.cu", {1}}},
                     true});
    return plans;
  }();
  return kPlans;
}

// What the student wrote for the part.
std::string read_code(const Options& options, const PartPlan& plan) {
  std::string code;
  for (const Place& place : plan.places) {
    const std::vector<std::string> blocks = student_code(options.sources + "/" + place.file);
    // Without its marks a file is one block.
    const bool takes_all = place.blocks.empty() || place.blocks.back() >= blocks.size();
    for (size_t b = 0; b < blocks.size(); b++)
      if (takes_all || std::find(place.blocks.begin(), place.blocks.end(), b) != place.blocks.end())
        code += blocks[b];
  }
  return code;
}

std::string explain_missing_program(const PartPlan& plan, const PartResult& part) {
  const bool is_unknown =
      part.build_log.find("undefined reference to `" + plan.name) != std::string::npos;
  if (is_unknown)
    return plan.name +
           " is not there as gpuHeaders.cuh declares it: name and arguments must be "
           "the same";
  return (part.files.empty() ? plan.program : part.files.front()) + " does not build";
}

// NOT STARTED or NO_BUILD, where that is what there is to say.
bool settle_early(const Options& options, const PartPlan& plan, PartResult& part) {
  try {
    if (!plan.places.empty() && is_empty(read_code(options, plan))) {
      part.verdict = Verdict::not_started;
      part.summary = part.files.front();
      return true;
    }
  } catch (const std::runtime_error& error) {
    part.verdict = Verdict::no_build;
    part.summary = error.what();
    return true;
  }
  if (options.programs.has(plan.program)) return false;
  part.verdict = Verdict::no_build;
  part.build_log = read_text(options.programs.logs + "/" + plan.program + ".log");
  part.summary = explain_missing_program(plan, part);
  return true;
}

// Code that compares with -2 gets a hint of its own.
void hint_at_old_unmatched(const std::string& code, PartResult& part) {
  if (!uses_old_unmatched(code)) return;
  for (suite::Failure& failure : part.failures)
    failure.hint =
        "Your code compares with -2. UNMATCHED is -1 in this kit (it was -2 in the kit "
        "of 2021): write UNMATCHED, which utils.hpp defines, instead of a number.";
}

// The given code of a submission of an earlier year loses an array by itself.
bool has_given_code_of_another_kit(const Options& options) {
  const std::string file = "/onewaywrapper.cu";
  return given_code(options.sources + file) != given_code("src" + file);
}

bool is_ok(const Report& report, const std::string& id) {
  return std::any_of(report.parts.begin(), report.parts.end(), [&](const CheckedPart& part) {
    return part.result.id == id && part.result.verdict == Verdict::ok;
  });
}

WrapperOptions wrapper_options(const Options& options) {
  return {options.selection, has_given_code_of_another_kit(options),
          options.sources + "/onewaywrapper.cu"};
}

PartResult run_part(const Options& options, const PartPlan& plan, const Report& before) {
  for (const Kernel kernel : suite::kKernels) {
    if (plan.id != suite::info(kernel).id) continue;
    ProcessRunners runners(options.programs);
    return suite::check_kernel(runners, kernel, options.selection);
  }
  const WrapperOptions wrapper = wrapper_options(options);
  if (plan.id == "memory") return check_memory(options.programs, wrapper);
  if (plan.id == "extra")
    return check_extra(options.programs, wrapper, is_ok(before, "match"), options.output);
  PartResult part;
  part.id = plan.id;
  add_match_cases(options.programs, false, options.selection, 0, options.output, part);
  return part;
}

// The whole program needs all parts above it; the extra credit runs in the GPU memory of its file.
std::string missing_part(const PartPlan& plan, const Report& before) {
  for (const CheckedPart& other : before.parts) {
    if (other.result.verdict == Verdict::ok) continue;
    if (plan.id == "match") return "the parts above";
    if (plan.id == "extra" && other.result.id == "memory") return other.result.name;
  }
  return "";
}

CheckedPart check_part(const Options& options, const PartPlan& plan, const Report& before) {
  PartResult part;
  for (const Place& place : plan.places) part.files.push_back(options.sources + "/" + place.file);
  const std::string missing = missing_part(plan, before);
  if (settle_early(options, plan, part)) {
    // Nothing is there to be run.
  } else if (!missing.empty()) {
    part.verdict = Verdict::not_checked;
    part.summary = "needs " + missing;
  } else {
    const std::vector<std::string> files = part.files;
    part = run_part(options, plan, before);
    part.files = files;
    hint_at_old_unmatched(read_code(options, plan), part);
  }
  part.id = plan.id;
  part.name = plan.name;
  part.is_optional = plan.is_optional;
  return {part, true};
}

// A small graph on which the part goes wrong as it did before, with all other parts right.
std::optional<suite::FailingGraph> failing_graph(const Options& options, const std::string& part,
                                                 const suite::Failure& failure) {
  const Programs& programs = options.programs;
  for (const Kernel kernel : suite::kKernels) {
    if (part != suite::info(kernel).id) continue;
    ProcessRunners runners(programs);
    return suite::smallest_failing_graph(runners, kernel, failure);
  }
  if (part == "extra" && failure.pass > 0)
    return failing_graph_of_extra(programs, wrapper_options(options), failure.schedule);
  return std::nullopt;
}

// How to see it: in the program, where it goes wrong there as well.
void choose_command(const Programs& programs, const std::string& scratch, SmallestGraph& smallest) {
  const bool extra = smallest.part == "extra";
  const suite::Shape shape = smallest.found.failure.shape;
  smallest.shows_in_match = programs.has("match") && run_match(programs, smallest.found.graph,
                                                               kThreads, extra, "forward", scratch);
  if (smallest.shows_in_match)
    smallest.command = "./match -input " + smallest.file + " -threads " + std::to_string(kThreads) +
                       (extra ? " -extra" : "");
  else
    smallest.command = "make trace INPUT=" + smallest.file +
                       " THREADS=" + std::to_string(is_kernel(smallest) ? shape.total() : kThreads);
}

std::optional<SmallestGraph> find_smallest(const Options& options, const Report& report) {
  const CheckedPart* failing = first_failing(report);
  if (!failing || failing->result.failures.empty() || options.selection.case_number != 0)
    return std::nullopt;
  const suite::Failure& failure = failing->result.failures.front();
  if (failure.hangs || failure.diagnostic) return std::nullopt;
  const auto found = failing_graph(options, failing->result.id, failure);
  if (!found) return std::nullopt;

  SmallestGraph smallest;
  smallest.found = *found;
  smallest.part = failing->result.id;
  smallest.file = options.output + "/failing.mtx";
  smallest.schedule = failure.schedule;
  write_mtx(smallest.file, found->graph,
            "a small graph on which " + failing->result.name + " goes wrong");
  smallest.trace = is_kernel(smallest)
                       ? trace_own_passes(found->graph, smallest.file, options.programs,
                                          found->failure.shape, failure.schedule)
                       : trace_passes(found->graph, smallest.file);
  choose_command(options.programs, options.output, smallest);
  return smallest;
}

}  // namespace

Report check_parts(const Options& options) {
  const Clock::time_point start = Clock::now();
  Report report;
  report.backend = options.programs.backend;
  report.modes = {"plain"};
  if (!options.programs.diagnostic.empty()) report.modes.push_back("diagnostic");
  report.schedules = ProcessRunners(options.programs).schedules();
  for (const PartPlan& plan : plans())
    if (options.asks_for(plan.id)) report.parts.push_back(check_part(options, plan, report));
  report.smallest = find_smallest(options, report);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return report;
}

}  // namespace handshake::check
