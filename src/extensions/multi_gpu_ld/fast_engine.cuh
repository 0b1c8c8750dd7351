// The fast engine: one pass over all edges, a few passes over the nodes that are left, and one
// launch that matches the rest. docs/extensions/multi_gpu_ld.md gives the reason for each step.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "extensions/common/device_weights.hpp"
#include "extensions/common/gpu_improver.cuh"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/fast_part.cuh"
#include "extensions/multi_gpu_ld/residual.hpp"

namespace handshake::ld {

class FastEngine : public Engine {
 public:
  FastEngine(const CsrGraph& graph, const Options& options);
  // The GPUs must have access to each other's memory (see make_engine.cu), and the graph must fit
  // into their memory.
  FastEngine(const HostGraph& host, const Options& options);
  // A graph that is on one GPU already; its arrays and its weights must outlive the engine.
  FastEngine(const GraphOnDevice& graph, const graph::WeightSpans& weights, const Options& options);
  // bytes(): how many bytes the GPU with the largest part needs. fits(): whether the options allow
  // each GPU to use as much memory as it needs.
  static std::int64_t bytes(const HostGraph& host, const Options& options);
  static bool fits(const HostGraph& host, const Options& options);
  Measures run() override;
  Buffer<Node> matches() override;
  std::optional<Improved> improve_on_gpu(int scans) override;

  // For an engine with one part: the same without copies to the host.
  Measures run(TieRule ties);
  const Node* matches_on_gpu() const { return parts_.front()->matches.data(); }
  const Node* improved_on_gpu(int scans);
  std::int64_t bytes_to_improve() const;  // 0 if the memory was allocated before

 private:
  template <class TiesOf>
  void run_all(const TiesOf& ties_of, Measures& measures);
  template <template <class Nodes> class Ties>
  void run_with(Measures& measures);
  void share_matched_bits();
  void add_counters(Measures& measures);
  void count_edges_read(int pass);
  void end_component(Measures& measures, const char* name);
  int choose_passes() const;
  bool make_improver();

  void connect_parts(const std::vector<Node>& borders);
  std::vector<PartToImprove> parts_to_improve() const;

  const Node nodes_;
  const EdgeIndex edges_;
  WeightsToImprove weights_;
  Options options_;
  bool has_keys_;
  std::vector<std::unique_ptr<FastPart>> parts_;
  AllParts all_;
  std::unique_ptr<GpuImprover> improver_;  // made when it is needed
  std::chrono::steady_clock::time_point component_start_;
};

}  // namespace handshake::ld
