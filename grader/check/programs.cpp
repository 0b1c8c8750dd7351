// Starting the untrusted programs.
#include "check/programs.hpp"

#include <unistd.h>

#include "check/process_runner.hpp"

namespace handshake::check {

bool Programs::has(const std::string& program) const {
  return access((directory + "/" + program).c_str(), X_OK) == 0;
}

bool Programs::has_diagnostic(const std::string& program) const {
  return !diagnostic.empty() && access((diagnostic + "/" + program).c_str(), X_OK) == 0;
}

std::string Programs::findings_path() const {
  static int opened = 0;
  return scratch + "/findings." + std::to_string(getpid()) + "." + std::to_string(++opened);
}

// One worker: then a schedule means the same order of blocks in every run.
Command Programs::command(const std::string& program, const std::string& schedule) const {
  Command command;
  command.words = prefix;
  command.words.push_back(directory + "/" + program);
  command.environment = {{"HANDSHAKE_SCHEDULE", schedule}, {"HANDSHAKE_CPU_THREADS", "1"}};
  return command;
}

Command Programs::diagnostic_command(const std::string& program) const {
  Command made = command(program, "forward");
  made.words.back() = diagnostic + "/" + program;
  return made;
}

// A GPU has its own order.
std::vector<std::string> ProcessRunners::schedules() const {
  if (programs_.backend == "cuda") return {"gpu"};
  std::vector<std::string> schedules = {"forward", "reverse"};
  for (int seed = 1; seed <= programs_.num_schedules - 2; seed++)
    schedules.push_back("shuffle:" + std::to_string(seed));
  schedules.resize(programs_.num_schedules);
  return schedules;
}

std::unique_ptr<suite::KernelRunner> ProcessRunners::open(suite::Kernel kernel,
                                                          const std::string& schedule) {
  const std::string program = std::string("run_") + suite::info(kernel).id;
  return std::make_unique<ProcessRunner>(programs_.command(program, schedule), programs_.limit,
                                         programs_.findings_path());
}

// Checked code is slower than the compiler's.
std::unique_ptr<suite::KernelRunner> ProcessRunners::open_diagnostic(suite::Kernel kernel) {
  constexpr int kSlower = 4;
  const std::string program = std::string("run_") + suite::info(kernel).id;
  if (!programs_.has_diagnostic(program)) return nullptr;
  return std::make_unique<ProcessRunner>(programs_.diagnostic_command(program),
                                         kSlower * programs_.limit, programs_.findings_path());
}

}  // namespace handshake::check
