// Which parts are checked, in which order, and what each needs.
#pragma once

#include "check/options.hpp"
#include "check/report.hpp"

namespace handshake::check {

Report check_parts(const Options& options);

}  // namespace handshake::check
