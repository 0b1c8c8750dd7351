// The parts that stand in onewaywrapper.cu: GPU memory, and the extra credit.
#pragma once

#include <string>

#include "check/programs.hpp"
#include "suite/part.hpp"

namespace handshake::check {

suite::PartResult check_memory(const Programs& programs, suite::Selection selection,
                               bool forgives_one_leak);

// runs_match: match is right without -extra, so it is run with it as well. scratch: a folder for
// the files of these runs.
suite::PartResult check_extra(const Programs& programs, suite::Selection selection,
                              bool forgives_one_leak, bool runs_match, const std::string& scratch);

}  // namespace handshake::check
