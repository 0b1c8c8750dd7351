// The data that both algorithms for GPUs keep on the device.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <string>

#include "extensions/common/candidates.cuh"
#include "extensions/common/copies.cuh"
#include "extensions/common/device_weights.hpp"
#include "extensions/common/gpu_improver.cuh"
#include "extensions/common/memory_limit.cuh"
#include "extensions/suitor/engine.hpp"

namespace handshake::suitor {

inline void require_gpu() {
  int gpus = 0;
  const cudaError_t error = cudaGetDeviceCount(&gpus);
  if (error == cudaSuccess && gpus > 0) return;
  throw DeviceError(std::string("no GPU can be used (") + cudaGetErrorString(error) +
                    "); use -algorithm rounds, or build with BACKEND=cpu, which simulates a GPU");
}

class GpuEngine : public Engine {
 public:
  GpuEngine(const CsrGraph& graph, const Options& options)
      : options_(options),
        host_graph_(graph),
        offsets_(on_device<EdgeIndex>(graph.offsets)),
        neighbors_(on_device<Node>(graph.neighbors)),
        weight_bits_(weight_bits_of(graph)),
        matches_(graph.numNodes) {
    graph_.end = graph.numNodes;
    graph_.offsets = offsets_.data();
    graph_.neighbors = neighbors_.data();
    graph_.weight_bits = weight_bits_.data();
  }

  Buffer<Node> matches() const override { return on_host(matches_); }

  std::optional<Improved> improve_on_gpu(int scans) override {
    if (graph_.end == 0) return std::nullopt;
    if (improver_ == nullptr) {
      const std::vector<PartToImprove> parts = {{0, graph_, host_graph_.numEdges()}};
      const WeightsToImprove weights = {graph::View(host_graph_).weights};
      if (GpuImprover::bytes(graph_.end, weights, parts)[0] > memory_limit(0)) return std::nullopt;
      improver_ = GpuImprover::make(graph_.end, weights, parts);
    }
    const QualityMeasures measures = improver_->run(scans, {matches_.data()});
    return Improved{measures, on_host(improver_->matches())};
  }

 protected:
  // The number of blocks for `size` items, if each block handles `of_block` items.
  static unsigned blocks_for(EdgeIndex size, int of_block) {
    return static_cast<unsigned>((size + of_block - 1) / of_block);
  }

  // Milliseconds until the device has finished all work that launch() starts.
  template <class Launch>
  static double time_of(const Launch& launch) {
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto start = std::chrono::steady_clock::now();
    launch();
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    return time.count();
  }

  const Options options_;
  const CsrGraph& host_graph_;
  DeviceArray<EdgeIndex> offsets_;
  DeviceArray<Node> neighbors_;
  DeviceArray<std::int32_t> weight_bits_;
  DeviceArray<Node> matches_;
  GraphPart graph_;                        // the argument of the kernels
  std::unique_ptr<GpuImprover> improver_;  // made when it is needed

 private:
  static DeviceArray<std::int32_t> weight_bits_of(const CsrGraph& graph) {
    const DeviceWeights weights(graph);
    DeviceArray<std::int32_t> copy(graph.numEdges());
    if (copy.size() > 0) {
      CUDA_CHECK(cudaMemcpy(copy.data(), weights.bits(), copy.size() * sizeof(std::int32_t),
                            cudaMemcpyHostToDevice));
    }
    return copy;
  }
};

}  // namespace handshake::suitor
