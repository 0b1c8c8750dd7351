// Explains a failure by the steps of the threads in a run of onewaywrapper.cu.
#pragma once

#include "labs/matching/wrapper_case.hpp"
#include "suite/history.hpp"

namespace handshake::suite {

// Adds the line that explains the failure: the line that wrote a wrong strongest neighbor, the
// launch that was refused, the launch that was repeated again and again, or the line that ended the
// program.
void explain_wrapper(const WrapperCase& wrapper_case, const std::vector<Pass>& passes,
                     const History& history, Failure& failure);

}  // namespace handshake::suite
