// Launches the kernel LAB_KERNEL, which the header LAB_HEADER declares.
#include LAB_HEADER

#include "runner/launch_kernel.cuh"

void handshake::runner::launch_kernel(const LaunchArguments& launch) {
  launch_with(&LAB_KERNEL, launch);
}
