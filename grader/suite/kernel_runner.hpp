// The interface by which the suite launches a kernel and gets back its arrays. The class that
// implements this interface decides where the kernel runs: in a child process, in a sandbox, on a
// GPU.
#pragma once

#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/fact.hpp"
#include "suite/history.hpp"

namespace handshake::suite {

struct LaunchArray {
  bool is_filled;           // false: the values are not sent; only their number matters
  std::vector<int> values;  // with the guard elements on both sides
};

struct Launch {
  const Kernel* kernel;
  Shape shape;
  int guard;  // number of guard elements on each side of every array
  std::vector<LaunchArray> arrays;
  std::vector<int> scalars;
};

struct LaunchReply {
  End end;
  // The arrays of the launch, with the guard elements. Each array is as long as in Launch.
  std::vector<std::vector<int>> arrays;
  std::string printed;            // the first lines of what the process printed
  std::vector<Finding> findings;  // what the CUDA runtime noticed since the last reply
};

class KernelRunner {
 public:
  virtual ~KernelRunner() = default;
  virtual LaunchReply launch(const Launch& launch) = 0;
  // Ends the process. Returns what the CUDA runtime reports when the process ends.
  virtual std::vector<Finding> finish() = 0;
  // The steps of the threads, once the process has ended; empty if they were not kept.
  virtual History history() { return {}; }
};

}  // namespace handshake::suite
