// Reads a history that the CUDA runtime has written (src/cuda_on_cpu/diagnose/history.hpp).
#pragma once

#include <string>

#include "suite/history.hpp"

namespace handshake::check {

// Lines that cannot be understood, or that name something that does not exist, are left out.
suite::History parse_history(const std::string& text);

constexpr size_t kMostHistory = 64 << 20;  // at most this many bytes of a file are read

}  // namespace handshake::check
