// Finds a hint about the failure from the small changes that make the kernel right.
#pragma once

#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite {

// The hint follows from the kind of the changes. `failure` has the hint that was found without them:
// if that one follows from the wrong element alone, it is dropped, because it may be about another
// mistake.
Hint hint_of(const std::vector<Repair>& repairs, const Failure& failure);

// Whether these changes make the kernel right only by chance: then only their lines are shown.
bool tells_lines_only(const std::vector<Repair>& repairs);

// Whether the lines of the changes are the whole mistake, so that no other line needs to be shown.
bool is_whole_mistake(const std::vector<Repair>& repairs);

}  // namespace handshake::suite
