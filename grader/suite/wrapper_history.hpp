// Explains a failure by the history of a run of onewaywrapper.cu.
#pragma once

#include "suite/history.hpp"
#include "suite/wrapper_case.hpp"

namespace handshake::suite {

// The lines that a failing case points at: the line that wrote a wrong strongest neighbor, the
// launch that was refused, the kernel that was launched again and again, or the line that ended the
// program.
void explain_wrapper(const WrapperCase& wrapper_case, const std::vector<Pass>& passes,
                     const History& history, Failure& failure);

}  // namespace handshake::suite
