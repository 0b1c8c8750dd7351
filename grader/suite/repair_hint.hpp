// Finds a hint about the failure from the small changes that make the kernel right.
#pragma once

#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite {

// The hint follows from the kind of the changes. `known`: the hint that was found without the
// changes. If `known` follows from the wrong element alone, it is dropped, because it may be
// about another mistake. `writes_twice`: whether one thread has written the element in two lines.
Hint hint_of(const std::vector<Repair>& repairs, const Hint& known, bool writes_twice = false);

// Whether these changes make the kernel right only by chance: then only their lines are shown.
bool tells_lines_only(const std::vector<Repair>& repairs);

// Whether the lines of the changes are the whole mistake, so that no other line needs to be shown.
bool is_whole_mistake(const std::vector<Repair>& repairs);

}  // namespace handshake::suite
