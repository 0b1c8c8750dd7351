// Diagnostic mode: the findings of the CUDA runtime while a case runs.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

// Runs the case in diagnostic mode. Returns the failure that diagnostic mode sees, or nothing.
// `findings` gets everything that was noticed, including notes.
std::optional<Failure> diagnose(RunnerSource& source, const KernelCase& kernel_case,
                                const std::vector<Shape>& shapes, const std::string& schedule,
                                std::vector<Finding>& findings);

// Runs many small cases and a few huge ones in diagnostic mode, until a case fails. This failure is
// added to the part, if it counts: by default, each one does.
void diagnose_cases(
    RunnerSource& source, const std::vector<KernelCase>& cases, Selection selection,
    PartResult& part, bool (*counts)(const Failure&) = [](const Failure&) { return true; });

// Copies the verdict, the hint and the finding of `seen` into `failure`. The finding is the cause
// of the failure, and is the same on every machine. Plain mode knows only the address at which the
// program failed, and this address may be far from the array that was meant. The caller adds
// `seen.what`.
void take_cause(const Failure& seen, Failure& failure);
// Does the same as take_cause, and also adds the facts of `seen`. If an element is wrong, these
// facts come last. Otherwise, they come first, before the fact about the end of the launch.
void use_cause(const Failure& seen, Failure& failure);
// If the runtime noticed a number that did not fit into its type, adds this fact.
void tell_misfit(const std::vector<Finding>& findings, Failure& failure);

// Runs the failing case again and records the steps of all threads: they show which thread wrote
// the element, or why no thread did.
void explain_by_record(RunnerSource& source, const KernelCase& kernel_case, Failure& failure);
// The thread of a finding, in a launch with this shape.
ThreadId thread_of(const Finding& finding, Shape shape);
// For an endless loop that was found with this launch shape: runs the case again, and reports what
// the rounds of the loop have in common.
void explain_endless_loop(RunnerSource& source, const KernelCase& kernel_case, Shape shape,
                          Failure& failure);

// Leaves out warnings and notes about lines of the runner: they are consequences of the kernel's
// outputs, which are compared anyway. An error is never left out, whatever its file is.
std::vector<Finding> about_submission(const std::vector<Finding>& findings);
// For a known failure: leaves out the errors in lines of the runner as well, because these errors
// are consequences of the failure.
std::vector<Finding> that_explain(const std::vector<Finding>& findings);

// Whether the failure is a data race or a wrong use of memory that diagnostic mode has seen.
bool is_unclean(const Failure& failure);

// The first error as a failure, or nothing.
std::optional<Failure> first_error(const std::vector<Finding>& findings);

}  // namespace handshake::suite
