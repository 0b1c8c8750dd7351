// The common part of the algorithms for CPUs.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>

#include "extensions/common/device_weights.hpp"
#include "extensions/common/team.hpp"
#include "extensions/suitor/cpu_graph.hpp"
#include "extensions/suitor/engine.hpp"
#include "graph/view.hpp"

namespace handshake::suitor {

inline double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

class CpuEngine : public Engine {
 public:
  CpuEngine(const graph::View& graph, const Options& options,
            DeviceWeights::Inexact inexact = DeviceWeights::Inexact::kRank)
      : offsets_(wide_offsets(graph)),
        weights_(graph, inexact),
        graph_{graph.numNodes, offsets_.data(), graph.neighbors.data(), weights_.bits()},
        options_(options),
        matches_(graph.numNodes) {}

  Buffer<Node> matches() const override {
    Buffer<Node> copy(matches_.size());
    std::copy(matches_.begin(), matches_.end(), copy.begin());
    return copy;
  }

 protected:
  static constexpr std::int64_t kNodesInARow = 1024;  // nodes that a thread takes at a time

  const graph::Array<EdgeIndex> offsets_;
  const DeviceWeights weights_;
  const CpuGraph graph_;
  const Options options_;
  Buffer<Node> matches_;
};

std::unique_ptr<Engine> make_omp_ld(const graph::View& graph, const Options& options);
std::unique_ptr<Engine> make_omp_suitor(const graph::View& graph, const Options& options);
std::unique_ptr<Engine> make_sorted(const graph::View& graph, const Options& options);
std::unique_ptr<Engine> make_rounds(const graph::View& graph, const Options& options,
                                    DeviceWeights::Inexact inexact = DeviceWeights::Inexact::kRank);

}  // namespace handshake::suitor
