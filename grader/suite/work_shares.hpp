// How the threads of a right kernel share its work. A kernel in which a single thread does
// everything, or in which every thread or block does all of the work again, is right but makes no
// use of the GPU. It gets a note.
#pragma once

#include <optional>
#include <vector>

#include "suite/check_kernel.hpp"

namespace handshake::suite {

std::optional<Note> note_on_shares(RunnerSource& source, const std::vector<KernelCase>& cases);

}  // namespace handshake::suite
