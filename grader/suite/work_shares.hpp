// How the threads of a right kernel share its work. If one thread does all of the work, or if every
// thread or block repeats all of it, the kernel makes no use of the GPU. Such a kernel gets a note.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

std::optional<Note> note_on_shares(RunnerSource& source, const std::vector<KernelCase>& cases);

// The largest number of writes to one element of the output, in launches with few threads; 0 if
// this number is not known.
int most_writes(RunnerSource& source, const KernelCase& kernel_case);

}  // namespace handshake::suite
