// The matching of a graph in the memory of one GPU: what a library needs from this folder. No header of
// CUDA is included, so that files that are not compiled as CUDA can use it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "gpu/device_error.hpp"
#include "graph/validate.hpp"
#include "graph/view.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::ld {

// Too little memory on a GPU; what() has the bytes that are free and needed.
class DeviceMemoryError : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

int count_gpus();  // 0 if none can be used
int gpu_of(
    const void* memory);  // the GPU in whose memory this is; -1: it is in the memory of the host

// A graph that is ready to be matched any number of times, by several threads. All functions leave
// the current GPU of the caller as it is, wait for the earlier work on the GPU of the graph, and
// return when their own work has ended. They throw DeviceMemoryError before the work starts, and
// DeviceError.
class GpuGraph {
 public:
  // Called with a copy of the graph in the memory of the host if the GPU has found a fault; throws
  // what the caller is to know.
  using Refuse = std::function<void(const graph::View&, GraphCheck)>;

  // A graph in the memory of the GPU `device`, which must outlive the object. Nothing is copied if the
  // offsets have 64 bits and the weights are floats without -0: other offsets take 8 bytes per node,
  // and other weights 4 bytes per entry. Integers and doubles that are not exactly floats are sorted,
  // on the host: they are the only weights that leave the GPU.
  static std::unique_ptr<GpuGraph> of_device(const graph::View& on_device, int device,
                                             GraphCheck check, const Refuse& refuse);
  // A copy of a graph in the memory of the host, which must be checked already.
  static std::unique_ptr<GpuGraph> of_host(const graph::View& on_host, int device);

  virtual ~GpuGraph() = default;

  // Writes the greedy matching, made heavier by `quality` scans of common/improve.hpp, to partners[0 ..
  // numNodes - 1], in the memory of this GPU or of the host.
  virtual void match(TieRule ties, int quality, Node* partners) = 0;
  virtual int device() const = 0;
};

}  // namespace handshake::ld
