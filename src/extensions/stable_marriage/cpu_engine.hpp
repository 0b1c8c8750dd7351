// Gale-Shapley and McVitie-Wilson on one thread of a CPU, or on several.
#pragma once

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake {

// options.engine is kSerial or kOmp.
Marriage solve_on_cpu(const Problem& problem, const SolveOptions& options, SolveMeasures* measures);

// The men in the order in which they begin: those first whom their favorites like best, so that few
// lose a woman later. Empty: as they are numbered, where lists are too short to repay it.
std::vector<Person> order_of_men(const Problem& problem);

}  // namespace handshake
