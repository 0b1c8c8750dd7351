// What the program and the tests see of an engine.
#pragma once

#include <memory>
#include <stdexcept>

#include "extensions/multi_gpu_ld/measures.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake {

// The GPUs that are there cannot do what was asked; what() says what is missing and what to try.
class DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A graph on one or several GPUs, ready to be matched any number of times.
class LdEngine {
 public:
  virtual ~LdEngine() = default;
  // Match the graph from the start. The matching stays on the devices.
  virtual LdMeasures run() = 0;
  // The matching of the last run: the partner of every node or -1.
  virtual Buffer<Node> matches() = 0;
};

// Takes memory on the GPUs and copies the graph there, as far as it fits. The graph must outlive
// the engine. Throws DeviceError when the GPUs or their memory do not suffice, InputError when a
// weight is not a finite number.
std::unique_ptr<LdEngine> make_engine(const CsrGraph& graph, const LdOptions& options);

}  // namespace handshake
