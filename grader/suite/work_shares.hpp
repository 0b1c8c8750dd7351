// How the threads of a right kernel share its work. If one thread does all of the work, or if every
// thread or block repeats all of it, the kernel makes no use of the GPU. Such a kernel gets a note.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

// Nothing if the work is divided well, or if the kernel is wrong in the launch that is looked at.
std::optional<Note> note_on_shares(RunnerSource& source, const std::vector<KernelCase>& cases);

// Tells why a run did not end in time: the note is about one of its kernels in a smaller launch.
// Returns false if the kernel makes few accesses: then the note does not explain the time.
bool explain_slowness(const Note& note, Failure& failure);

// The largest number of writes to one element of the output, in launches with few threads; 0 if
// this number is not known.
int most_writes(RunnerSource& source, const KernelCase& kernel_case);

}  // namespace handshake::suite
