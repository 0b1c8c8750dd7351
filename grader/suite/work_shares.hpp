// How the threads of a right kernel share its work. One that lets a single thread do everything, or every
// thread or block all of it again, is right, but no use of a GPU: that is worth a note.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

std::optional<Note> note_on_shares(RunnerSource& source, const std::vector<KernelCase>& cases);

}  // namespace handshake::suite
