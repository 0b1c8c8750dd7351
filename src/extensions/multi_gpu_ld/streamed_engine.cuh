// Matches graphs that do not fit into the memory of the GPUs. All edges pass once through one GPU,
// which keeps only the candidates of each node. Most nodes can be matched with these candidates
// alone. The remaining graph has only the edges between nodes without a partner, so it is far
// smaller. If it fits into the memory, the fast engine matches it; otherwise, it passes through the
// GPU in another round.
#pragma once

#include <vector>

#include "extensions/common/device_weights.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/residual.hpp"

namespace handshake::ld {

class StreamedEngine : public Engine {
 public:
  StreamedEngine(const CsrGraph& graph, const Options& options);
  Measures run() override;
  Buffer<Node> matches() override;

 private:
  HostGraph for_devices(HostGraph host) const;
  Residual run_round(const HostGraph& host, Measures& measures);

  const CsrGraph& graph_;
  Options options_;
  DeviceWeights weights_;
  Buffer<NodeKey> keys_;
  std::int64_t memory_limit_ = 0;  // bytes that may be used on the GPU
  Buffer<Node> matches_;
};

}  // namespace handshake::ld
