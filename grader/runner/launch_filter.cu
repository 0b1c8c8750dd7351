// Launches markFilterEdges_gpu.
#include "gpuHeaders.cuh"
#include "runner/launch.hpp"

void handshake::runner::launch_kernel(const LaunchArguments& launch) {
  markFilterEdges_gpu<<<launch.blocks, launch.threads>>>(launch.arrays.at(0), launch.arrays.at(1),
                                                         launch.arrays.at(2), launch.arrays.at(3),
                                                         launch.scalars.at(0));
}
