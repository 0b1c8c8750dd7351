// The interface of engines, for the program and the tests.
#pragma once

#include <memory>
#include <optional>

#include "extensions/common/improve.hpp"
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
  // Makes the matching of the last run heavier on the GPUs: as improve() of common/improve.hpp, with
  // the same result. The engine keeps the matching of the run. Returns nothing if the engine does not keep
  // the whole graph on GPUs that can access each other, or if they have too little memory; then call improve().
  virtual std::optional<Improved> improve_on_gpu(int) { return std::nullopt; }
};

// Makes the engine that the options name. The streamed engine replaces the fast engine if the graph
// does not fit into the memory of the GPUs, or if the options ask for several batches. The graph
// must outlive the engine. Throws DeviceError if there are too few GPUs or too little memory, and
// InputError if a weight is not a finite number.
std::unique_ptr<Engine> make_engine(const CsrGraph& graph, const Options& options);

}  // namespace handshake::ld
