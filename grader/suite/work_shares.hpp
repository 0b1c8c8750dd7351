// How the threads of a right kernel share its work. If one thread does all of the work, or if every
// thread or block repeats all of it, the kernel makes no use of the GPU. Such a kernel gets a note.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

// Examines one launch. Returns no note if the work is divided well, or if this launch fails.
std::optional<Note> note_on_shares(RunnerSource& source, const std::vector<KernelCase>& cases);

// Adds the note to the failure of a run that did not end in time. The note is about a smaller
// launch of one of the run's kernels. Adds nothing and returns false if this kernel makes few
// accesses: then the note does not explain the time.
bool explain_slowness(const Note& note, Failure& failure);

// The largest number of writes to one element of the output, in launches with few threads; 0 if
// this number is not known.
int most_writes(RunnerSource& source, const KernelCase& kernel_case);

}  // namespace handshake::suite
