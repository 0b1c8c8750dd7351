// Runs one kernel of a submission: gets arrays, launches the kernel once, and returns the arrays.
#include <memory>

#include "runner/device.cuh"
#include "runner/launch.hpp"
#include "runner/serve.hpp"

namespace handshake::runner {

namespace {

constexpr int kMostArrays = 8;
constexpr int kMostElements = 1 << 25;

}  // namespace

// Each side of every array has `guard` extra elements, which are sent and returned with the array.
// In diagnostic mode, there are no such elements, so that an array ends where its allocation ends.
// In this mode, output arrays are not filled, so that the runtime notices a read of an element that
// no thread has written.
std::vector<char> serve(protocol::Kind kind, const std::vector<char>& payload) {
  if (kind != protocol::Kind::launch)
    throw protocol::ProtocolError("a kernel runner can only launch");
  protocol::PayloadReader in(payload);
  LaunchArguments launch;
  for (int& blocks : launch.grid) blocks = in.number(1, 1 << 20);
  for (int& threads : launch.block) threads = in.number(1, 1024);
  const int guard = in.number(0, kMostElements);
  const int numArrays = in.number(0, kMostArrays);
  std::vector<std::unique_ptr<DeviceInts>> arrays;
  for (int a = 0; a < numArrays; a++) {
    const size_t length = in.number(0, kMostElements) + 2 * size_t(guard);
    const bool is_filled = in.number(0, 1) == 1;
    arrays.push_back(is_filled ? std::make_unique<DeviceInts>(in.array(length))
                               : std::make_unique<DeviceInts>(length));
    launch.arrays.push_back(arrays.back()->data() + guard);
  }
  const int numScalars = in.number(0, kMostArrays);
  for (int s = 0; s < numScalars; s++) launch.scalars.push_back(in.number());
  in.finish();

  launch_kernel(launch);
  wait_for_kernels("the launch");

  protocol::PayloadWriter out;
  for (const auto& array : arrays) out.array(array->values());
  return out.bytes();
}

}  // namespace handshake::runner
