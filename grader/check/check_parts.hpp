// Checks the parts in their order; each part only if the parts that it needs are OK.
#pragma once

#include "check/options.hpp"
#include "check/report.hpp"

namespace handshake::check {

Report check_parts(const Options& options);

}  // namespace handshake::check
