// Simulates several GPUs on a machine without a GPU.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace handshake {

// In a build for the CPU, an environment variable sets the number of simulated GPUs when the
// program starts. This function sets the variable and starts the program again, so that users need
// only the flag -gpus. The variable has no effect on real GPUs.
inline void pretend_gpus(int gpus, char** argv) {
  const char* name = "HANDSHAKE_DEVICES";
  if (gpus == 1 || std::getenv(name) != nullptr) return;
  if (setenv(name, std::to_string(gpus).c_str(), 1) == 0) execv("/proc/self/exe", argv);
}

}  // namespace handshake
