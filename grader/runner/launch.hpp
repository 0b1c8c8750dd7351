// Declares launch_kernel, the only function in which the kernel runners differ: each runner
// launches its own kernel there.
#pragma once

#include <vector>

namespace handshake::runner {

struct LaunchArguments {
  int grid[3], block[3];
  // In the order of the kernel's arguments. An element of an array, or a number, has 32 bits of any
  // type.
  std::vector<void*> arrays;  // on the GPU
  std::vector<int> scalars;
};

void launch_kernel(const LaunchArguments& launch);

}  // namespace handshake::runner
