// Launches exclusive_prefix_sum_gpu.
#include "gpuHeaders.cuh"
#include "runner/launch.hpp"

void handshake::runner::launch_kernel(const LaunchArguments& launch) {
  exclusive_prefix_sum_gpu<<<launch.blocks, launch.threads>>>(
      launch.arrays.at(0), launch.arrays.at(1), launch.scalars.at(0), launch.scalars.at(1));
}
