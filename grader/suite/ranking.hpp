// Chooses what is shown about a failure, and in which order.
#pragma once

#include <vector>

#include "suite/failure.hpp"

namespace handshake::suite {

// The facts without those that a surer one makes needless, and with at most two that only the
// source text suggests.
std::vector<Fact> ranked_facts(const Failure& failure);

// The lines of these facts, of the finding and of the history, the surest one first.
std::vector<Place> ranked_lines(const Failure& failure);

}  // namespace handshake::suite
