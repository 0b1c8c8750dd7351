// Checks the parts in order; skips a part if a part that it needs is not OK.
#pragma once

#include "check/options.hpp"
#include "check/report.hpp"

namespace handshake::check {

Report check_parts(const Options& options);

}  // namespace handshake::check
