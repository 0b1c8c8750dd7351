// Counts what a wrong onewaywrapper.cu gets right.
#pragma once

#include "labs/matching/check/check_wrapper.hpp"
#include "suite/share.hpp"

namespace handshake::check {

// Runs all cases of the part "memory" or "extra", also those after its failures in `part`. A wrong
// use of memory that changes no value costs no share: it is in Shares::unclean.
suite::Shares count_shares(const Programs& programs, const WrapperOptions& options,
                           const suite::PartResult& part);

}  // namespace handshake::check
