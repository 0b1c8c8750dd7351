// The fast engine: one pass over all edges, a few passes over the nodes that are left, one launch
// that settles the rest. docs/extensions/multi_gpu_ld.md tells why.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "extensions/multi_gpu_ld/device_weights.hpp"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/fast_part.cuh"

namespace handshake {

class FastEngine : public LdEngine {
 public:
  // The GPUs must be able to change each other's memory, see make_engine.cu.
  FastEngine(const CsrGraph& graph, const LdOptions& options);
  // `bits` are the weights as the devices hold them. Under the rule of degrees, the degrees are
  // those of `degrees`, which has the same nodes.
  FastEngine(const CsrGraph& graph, const std::int32_t* bits, const CsrGraph& degrees,
             const LdOptions& options);
  // Does the graph fit into the memory that the options allow?
  static bool fits(const CsrGraph& graph, const LdOptions& options);
  LdMeasures run() override;
  Buffer<Node> matches() override;

 private:
  template <class TiesOf>
  void run_all(const TiesOf& ties_of, LdMeasures& measures);
  template <class Launch>
  void on_every_part(const Launch& launch);
  void wait_for_each_other();
  void share_matched_bits();
  void add_counters(LdMeasures& measures);
  void count_edges_read(int pass);
  void end_component(LdMeasures& measures, const char* name);
  int choose_passes() const;

  const CsrGraph& graph_;
  LdOptions options_;
  std::vector<std::unique_ptr<FastPart>> parts_;
  std::vector<DeviceArray<EdgeIndex>> degree_offsets_;  // of `degrees`, where it is another graph
  AllParts all_;
  std::chrono::steady_clock::time_point component_start_;
};

}  // namespace handshake
