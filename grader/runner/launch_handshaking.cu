// Launches check_handshaking_gpu.
#include "gpuHeaders.cuh"
#include "runner/launch.hpp"

void handshake::runner::launch_kernel(const LaunchArguments& launch) {
  check_handshaking_gpu<<<launch.blocks, launch.threads>>>(launch.arrays.at(0), launch.arrays.at(1),
                                                           launch.scalars.at(0));
}
