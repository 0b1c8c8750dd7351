// The parts of this lab that are not about a single kernel.
#pragma once

#include "check/part.hpp"
#include "labs/matching/check/check_wrapper.hpp"

namespace handshake::check {

WrapperOptions wrapper_options(const Check& check);

}  // namespace handshake::check
