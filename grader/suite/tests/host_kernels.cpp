// Host functions that compute what right kernels compute.
#include "suite/tests/host_kernels.hpp"

#include <algorithm>

#include "labs/matching/oracle.hpp"

namespace handshake::suite {

namespace {

void shake_hands(const HostLaunch& launch) {
  const int numNodes = launch.scalars[0];
  const std::vector<int> hands(launch.arrays[0], launch.arrays[0] + numNodes);
  const std::vector<int> before(launch.arrays[1], launch.arrays[1] + numNodes);
  const std::vector<int> after = matches_after_handshakes(hands, before);
  std::copy(after.begin(), after.end(), launch.arrays[1]);
}

void mark_edges(const HostLaunch& launch) {
  for (int e = 0; e < launch.scalars[0]; e++) {
    const bool src_is_free = launch.arrays[2][launch.arrays[0][e]] == kUnmatched;
    const bool dst_is_free = launch.arrays[2][launch.arrays[1][e]] == kUnmatched;
    launch.arrays[3][e] = src_is_free && dst_is_free;
  }
}

void step_scan(const HostLaunch& launch) {
  const std::vector<int> before(launch.arrays[0], launch.arrays[0] + launch.scalars[1]);
  const std::vector<int> after = after_scan_step(before, launch.scalars[0]);
  std::copy(after.begin(), after.end(), launch.arrays[1]);
}

}  // namespace

HostKernel right_kernel(const Kernel& kernel) {
  return &kernel == &kHandshaking ? shake_hands : &kernel == &kFilter ? mark_edges : step_scan;
}

}  // namespace handshake::suite
