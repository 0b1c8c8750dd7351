// Counts what a wrong onewaywrapper.cu gets right.
#pragma once

#include "check/check_wrapper.hpp"
#include "suite/share.hpp"

namespace handshake::check {

// Runs all cases of the part "memory" or "extra", also those after a failure. Memory that is never
// freed costs no share: it is in Shares::unclean.
suite::Shares count_shares(const Programs& programs, const WrapperOptions& options, bool extra);

}  // namespace handshake::check
