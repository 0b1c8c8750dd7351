// How much work the kernels of a right extra credit do. If one looks at all edges for every node,
// or lets a single thread do everything, its result is right, but it is too slow for a large graph,
// so it gets a note.
#pragma once

#include <optional>

#include "check/programs.hpp"
#include "suite/fact.hpp"

namespace handshake::check {

std::optional<suite::Note> note_on_extra_work(const Programs& programs);

}  // namespace handshake::check
