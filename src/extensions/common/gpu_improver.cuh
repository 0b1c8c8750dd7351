// Makes a matching heavier on the GPU that has the graph and the matching: improve() of improve.hpp, with
// the same result for every number of GPUs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "extensions/common/candidates.cuh"
#include "extensions/common/improve.hpp"
#include "gpu/device_array.cuh"

namespace handshake {

// The nodes of one GPU, with all their edges.
struct PartToImprove {
  int device = 0;
  GraphPart graph;  // weight_bits: used only for graphs with float weights, or without weights
  EdgeIndex edges = 0;
};

// The weights of the whole graph. Engines keep weights of other types than float only as numbers that
// have the same order. So these weights are copied to the GPU of each part, unless they are there.
struct WeightsToImprove {
  graph::WeightSpans weights;
  bool are_on_device = false;  // only if there is one part
};

// All work is done on the GPU of the first part. It reads the lists of the other parts where they are,
// so the GPUs must have access to each other's memory.
class GpuImprover {
 public:
  virtual ~GpuImprover() = default;

  // starts[p][i] is the partner of node parts[p].graph.begin + i, or -1, in the memory of part p. All
  // earlier work on this array must have ended. Throws GraphError as improve(), and DeviceError.
  virtual QualityMeasures run(int scans, const std::vector<const Node*>& starts) = 0;
  // The matching of the last run: [numNodes] in the memory of the first part.
  virtual const DeviceArray<Node>& matches() const = 0;

  // All arrays must outlive the object.
  static std::unique_ptr<GpuImprover> make(Node nodes, const WeightsToImprove& weights,
                                           const std::vector<PartToImprove>& parts);
  // The bytes that the object needs on the GPU of each part.
  static std::vector<std::int64_t> bytes(Node nodes, const WeightsToImprove& weights,
                                         const std::vector<PartToImprove>& parts);
};

}  // namespace handshake
