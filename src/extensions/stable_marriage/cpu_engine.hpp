// Gale-Shapley and McVitie-Wilson on one thread of a CPU, or on several.
#pragma once

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake::marriage {

// `options.engine` must be kSerial or kOmp.
Marriage solve_on_cpu(const Problem& problem, const Options& options, Measures* measures);

}  // namespace handshake::marriage
