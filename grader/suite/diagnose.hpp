// Diagnostic mode: what the CUDA runtime notices while a case runs.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

// Runs the case in diagnostic mode: the failure that shows there, or nothing. findings: everything
// that was noticed, notes too.
std::optional<Failure> diagnose(RunnerSource& source, const KernelCase& kernel_case,
                                const std::vector<Shape>& shapes, const std::string& schedule,
                                std::vector<Finding>& findings);

// What diagnostic mode sees is the cause of a failure, so it decides the verdict, the same on every
// machine; the address that plain mode stumbled over may be far from the array that was meant.
// seen.what is the caller's to add.
void take_cause(const Failure& seen, Failure& failure);
// With what was found: before how a launch ended, and after a wrong element.
void use_cause(const Failure& seen, Failure& failure);
// Adds a number that did not fit where it was put, where the runtime noticed one.
void tell_misfit(const std::vector<Finding>& findings, Failure& failure);

// Runs the failing case once more and has the steps of all threads say who wrote the element, or
// why no thread did.
void explain_by_record(RunnerSource& source, const KernelCase& kernel_case, Failure& failure);

// Without the remarks about lines of the runner: they follow from a kernel's outputs, which are
// compared anyway. An error counts whatever its file is called.
std::vector<Finding> about_submission(const std::vector<Finding>& findings);
// Of what is known to be wrong: without errors there as well, which are its consequences.
std::vector<Finding> that_explain(const std::vector<Finding>& findings);

// The first error as a failure, or nothing.
std::optional<Failure> first_error(const std::vector<Finding>& findings);

}  // namespace handshake::suite
