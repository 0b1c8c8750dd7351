// The version of CUDA on the CPU. CMakeLists.txt reads it, too.
#pragma once

namespace cuda_on_cpu::driver {

// A test compares it with the version of the whole repository.
constexpr const char* kVersion = "1.2.0";

}  // namespace cuda_on_cpu::driver
