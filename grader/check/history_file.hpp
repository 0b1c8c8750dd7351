// Reads a history that the CUDA runtime has written (src/cuda_on_cpu/diagnose/history.hpp).
#pragma once

#include <string>

#include "suite/history.hpp"

namespace handshake::check {

// Lines that cannot be understood, or that name something that does not exist, are left out.
suite::History parse_history(const std::string& text);

}  // namespace handshake::check
