// The interface of engines, for the program and the tests.
#pragma once

#include <memory>

#include "extensions/multi_gpu_ld/measures.hpp"
#include "gpu/device_error.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake::ld {

// A graph on one or several GPUs, ready to be matched any number of times.
class Engine {
 public:
  virtual ~Engine() = default;
  // Forgets any earlier matching, and matches the graph. The engine keeps the new matching.
  virtual Measures run() = 0;
  // The matching of the last run: the partner of every node or -1.
  virtual Buffer<Node> matches() = 0;
};

// Makes the engine that the options name. The streamed engine replaces the fast engine if the graph
// does not fit into the memory of the GPUs, or if the options ask for several batches. The graph
// must outlive the engine. Throws DeviceError if there are too few GPUs or too little memory, and
// InputError if a weight is not a finite number.
std::unique_ptr<Engine> make_engine(const CsrGraph& graph, const Options& options);

}  // namespace handshake::ld
