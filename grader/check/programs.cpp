// Starts the untrusted programs.
#include "check/programs.hpp"

#include <unistd.h>

#include "check/process_runner.hpp"
#include "suite/schedule.hpp"

namespace handshake::check {

namespace {

constexpr int kSlower = 4;   // how many times slower diagnostic mode is
constexpr int kShorter = 4;  // how many times shorter a short time is: RunnerSource::begin_kind

std::string runner_of(const suite::Kernel& kernel) {
  return "run_" + kernel.id;
}

// Switches off the protection of device memory for the runner of one kernel. This runner contains
// no host code of a submission, so its device memory needs no protection from such code. The
// protection takes more time than a small launch.
Command without_protection(Command command) {
  command.environment.emplace_back("CUCC_PROTECTION", "none");
  return command;
}

}  // namespace

void Programs::begin_part(bool is_short) const {
  Allowance whole{part_limit, part_limit};
  if (is_short) whole = {whole.whole / kShorter, whole.left / kShorter, Seconds(limit) / kShorter};
  *allowances = {whole, whole, whole};
}

bool Programs::has(const std::string& program) const {
  return access((directory + "/" + program).c_str(), X_OK) == 0;
}

bool Programs::has_diagnostic(const std::string& program) const {
  return !diagnostic.empty() && access((diagnostic + "/" + program).c_str(), X_OK) == 0;
}

std::string Programs::scratch_path(const std::string& what) const {
  static int opened = 0;
  return scratch + "/" + what + "." + std::to_string(getpid()) + "." + std::to_string(++opened);
}

// Uses one worker thread, so that a schedule means the same order of blocks in every run.
Command Programs::command(const std::string& program, const std::string& schedule) const {
  Command command;
  command.is_guarded = is_guarded;
  command.allowance = &allowances->plain;
  command.words = prefix;
  command.words.push_back(directory + "/" + program);
  command.environment = environment;
  if (schedule != suite::kGpuOrder) command.environment.emplace_back("CUCC_SCHEDULE", schedule);
  command.environment.emplace_back("CUCC_CPU_THREADS", "1");
  // The cases need a few megabytes. With this limit, a call that allocates far too many elements
  // fails, so the line of this call is shown.
  command.environment.emplace_back("CUCC_DEVICE_MEMORY", "2G");
  command.environment.emplace_back("OMP_NUM_THREADS", "1");  // files of test cases are small
  return command;
}

// Uses CUDA on the CPU, even if the plain programs run on a GPU. The cases of diagnostic mode are
// small, so no loop of a right kernel reaches the limit of 100000 iterations.
Command Programs::diagnostic_command(const std::string& program,
                                     const std::string& schedule) const {
  const bool takes_turns = suite::is_taking_turns(schedule);
  std::string order = schedule == suite::kGpuOrder ? "forward" : schedule;
  if (takes_turns) order.replace(0, sizeof suite::kTakingTurns - 1, "shuffle:");
  Command made = command(program, order);
  made.words.back() = diagnostic + "/" + program;
  made.allowance = takes_turns ? &allowances->interleaved : &allowances->diagnostic;
  if (takes_turns) made.environment.emplace_back("CUCC_INTERLEAVE", "1");
  made.environment.emplace_back("CUCC_LOOP_LIMIT", "100000");
  return made;
}

std::vector<std::string> ProcessRunners::schedules() const {
  if (programs_.backend == "cuda") return {suite::kGpuOrder};
  std::vector<std::string> schedules = {"forward", "reverse"};
  for (int seed = 1; seed <= programs_.num_schedules - 2; seed++)
    schedules.push_back("shuffle:" + std::to_string(seed));
  schedules.resize(programs_.num_schedules);
  return schedules;
}

std::unique_ptr<suite::KernelRunner> ProcessRunners::open(const suite::Kernel& kernel,
                                                          const std::string& schedule) {
  return std::make_unique<ProcessRunner>(
      without_protection(programs_.command(runner_of(kernel), schedule)), programs_.limit);
}

std::unique_ptr<suite::KernelRunner> ProcessRunners::open_diagnostic(const suite::Kernel& kernel,
                                                                     const std::string& schedule) {
  return open_checked(kernel, schedule, Recorded::nothing);
}

std::unique_ptr<suite::KernelRunner> ProcessRunners::open_interleaved(const suite::Kernel& kernel) {
  return open_checked(kernel, suite::taking_turns(1), Recorded::nothing);
}

std::unique_ptr<suite::KernelRunner> ProcessRunners::open_recorded(const suite::Kernel& kernel,
                                                                   const std::string& schedule) {
  return open_checked(kernel, schedule, Recorded::history);
}

std::unique_ptr<suite::KernelRunner> ProcessRunners::open_checked(const suite::Kernel& kernel,
                                                                  const std::string& schedule,
                                                                  Recorded recorded) const {
  const std::string program = runner_of(kernel);
  if (!programs_.has_diagnostic(program)) return nullptr;
  return std::make_unique<ProcessRunner>(
      without_protection(programs_.diagnostic_command(program, schedule)),
      kSlower * programs_.limit, recorded);
}

}  // namespace handshake::check
