// Where the untrusted programs are, and how they are started.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "check/child_process.hpp"
#include "check/record.hpp"
#include "suite/check_kernel.hpp"

namespace handshake::check {

// How long the runs of a part may take together: one limit for plain mode, one for diagnostic mode,
// and one for threads that take turns.
struct Allowances {
  Allowance plain, diagnostic, interleaved;
};

// The limit on a GPU is larger, because each run of match first waits for the driver: for 1 to 2
// seconds if other programs use the GPU. The driver does not report this time, so it cannot be
// subtracted, and the kernels cannot make it shorter.
constexpr std::chrono::seconds kPartLimitOnGpu{600};

struct Programs {
  std::string directory;            // has run_handshaking, run_filter, run_scan, run_wrapper, match
  std::string diagnostic;           // the folder of the programs for diagnostic mode; empty: none
  std::string logs;                 // a folder: in it, NAME.log says why the runner NAME is missing
  std::vector<std::string> prefix;  // words in front of every command
  std::chrono::milliseconds limit{5000};
  bool is_guarded = false;  // whether the prefix reports how long a program waited (own_time.hpp)
  std::chrono::seconds part_limit{120};  // the time in each Allowance when a part begins
  std::shared_ptr<Allowances> allowances = std::make_shared<Allowances>();
  std::string backend = "cpu";
  int num_schedules = 4;  // orders of threads in plain mode

  // The environment variables of every program.
  std::vector<std::pair<std::string, std::string>> environment;
  std::string scratch;  // a folder for temporary files

  // Begins a new part: from now on, all runs share the time of this part, or a quarter of it.
  void begin_part(bool is_short = false) const;
  bool has(const std::string& program) const;
  bool has_diagnostic(const std::string& program) const;
  Command command(const std::string& program, const std::string& schedule) const;
  Command diagnostic_command(const std::string& program, const std::string& schedule) const;
  // Returns the path of a temporary file; every call returns a different path.
  std::string scratch_path(const std::string& what) const;
};

// Starts one process for each pair of a kernel and an order of threads.
class ProcessRunners : public suite::RunnerSource {
 public:
  explicit ProcessRunners(const Programs& programs) : programs_(programs) {}
  std::vector<std::string> schedules() const override;
  void begin_kind(bool is_short) override { programs_.begin_part(is_short); }
  std::unique_ptr<suite::KernelRunner> open(const suite::Kernel& kernel,
                                            const std::string& schedule) override;
  std::unique_ptr<suite::KernelRunner> open_diagnostic(const suite::Kernel& kernel,
                                                       const std::string& schedule) override;
  std::unique_ptr<suite::KernelRunner> open_interleaved(const suite::Kernel& kernel) override;
  std::unique_ptr<suite::KernelRunner> open_recorded(const suite::Kernel& kernel,
                                                     const std::string& schedule) override;

 private:
  // Starts the program of diagnostic mode; null if there is no such program. `history`: the file
  // for the steps of the threads; empty: they are not recorded.
  std::unique_ptr<suite::KernelRunner> open_checked(const suite::Kernel& kernel,
                                                    const std::string& schedule,
                                                    Recorded recorded) const;
  const Programs& programs_;
};

}  // namespace handshake::check
