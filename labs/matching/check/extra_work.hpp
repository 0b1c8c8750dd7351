// How much work the kernels do in an extra credit part whose result is right. A kernel that looks
// at all edges for every node, or lets a single thread do everything, gets a note: its result is
// right, but it is too slow for a large graph.
#pragma once

#include <optional>

#include "check/programs.hpp"
#include "suite/fact.hpp"

namespace handshake::check {

std::optional<suite::Note> note_on_extra_work(const Programs& programs);

}  // namespace handshake::check
