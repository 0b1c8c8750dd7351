// Declares launch_kernel, the only function in which the kernel runners differ: each runner
// launches its own kernel there.
#pragma once

#include <vector>

namespace handshake::runner {

struct LaunchArguments {
  int blocks, threads;
  std::vector<int*> arrays;  // on the GPU, in the order of the kernel's arguments
  std::vector<int> scalars;  // the arguments after the arrays
};

void launch_kernel(const LaunchArguments& launch);

}  // namespace handshake::runner
