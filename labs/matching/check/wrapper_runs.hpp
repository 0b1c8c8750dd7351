// Runs a case of onewaywrapper.cu in every order of threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/programs.hpp"
#include "labs/matching/check/wrapper_process.hpp"
#include "suite/part.hpp"

namespace handshake::check {

// The processes run until this object is destroyed.
class WrapperRuns {
 public:
  WrapperRuns(const Programs& programs, suite::Forgiven forgiven)
      : programs_(programs), forgiven_(std::move(forgiven)) {}
  // Returns the first failure of the case. Adds the number of runs and the notes to `part`.
  std::optional<suite::Failure> run(const suite::WrapperCase& wrapper_case,
                                    suite::PartResult& part) {
    return first(wrapper_case, part).failure;
  }
  // The same, with the share that is right in this run.
  suite::WrapperResult first(const suite::WrapperCase& wrapper_case, suite::PartResult& part);

 private:
  struct Opened {
    std::string schedule;
    std::unique_ptr<WrapperProcess> process;
  };
  WrapperProcess& process(const std::string& schedule, bool is_huge);

  const Programs& programs_;
  suite::Forgiven forgiven_;
  std::vector<Opened> opened_;
};

}  // namespace handshake::check
