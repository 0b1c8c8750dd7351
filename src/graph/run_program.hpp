// The part of `main` that all our programs share. A fault is reported as one line on the standard
// error, and as an exit code. This file is in src/graph because the classes InputError and
// OutputError are there, and because every program uses graphs.
#pragma once

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "flags/flags.hpp"
#include "graph/input_error.hpp"
#include "graph/output_error.hpp"

namespace handshake {

// docs/handout.md and docs/generators.md list these exit codes for the users.
enum ExitCode {
  kExitUsage = 2,
  kExitInput = 3,
  kExitCuda = 4,
  kExitWrong = 5,  // the kernels computed a wrong result
  kExitOutput = 6,
  kExitBug = 70,
};

// The class of an error that only some programs can throw, and its exit code.
template <class Error>
struct ExitsWith {
  ExitCode code;
};

// Calls run(), and turns every error into an exit code. `others` lists more classes of errors and
// their exit codes. An error of any other class is a fault of the program itself (kExitBug).
template <class Run, class... Errors>
int run_program(const std::string& name, const Run& run, ExitsWith<Errors>... others) {
  const auto report = [&](ExitCode code, const std::string& message) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), message.c_str());
    return code;
  };
  try {
    run();
    if (std::fflush(stdout) == 0) return 0;
    return report(kExitOutput, "standard output: cannot be written");
  } catch (const UsageError& error) {
    return report(kExitUsage, std::string(error.what()) + "; see " + name + " -help");
  } catch (const InputError& error) {
    return report(kExitInput, error.what());
  } catch (const OutputError& error) {
    return report(kExitOutput, error.what());
  } catch (const std::bad_alloc&) {
    return report(kExitInput, "the input does not fit into the memory of this machine");
  } catch (const std::exception& error) {
    ExitCode code = kExitBug;
    ((code = dynamic_cast<const Errors*>(&error) != nullptr ? others.code : code), ...);
    return report(code, error.what());
  }
}

}  // namespace handshake
