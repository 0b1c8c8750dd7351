// GPU-Suitor: launches the kernel of one of the four variants.
#include <string>

#include "extensions/suitor/gpu_engine.hpp"
#include "extensions/suitor/gpu_graph.cuh"
#include "extensions/suitor/gpu_suitor_kernels.cuh"
#include "extensions/suitor/with_ties.hpp"

namespace handshake::suitor {
namespace {

// The shared memory that a block can use on every device, in bytes.
constexpr std::size_t kSharedMemory = 48 << 10;

void require_room(const Options& options) {
  const std::size_t bytes = bytes_of_chunks(options.threads_per_block, options.vertices_per_warp);
  if (bytes <= kSharedMemory) return;
  throw DeviceError("a block of " + std::to_string(options.threads_per_block) + " threads with " +
                    std::to_string(options.vertices_per_warp) + " nodes per warp needs " +
                    std::to_string(bytes) + " bytes of shared memory, but can use only " +
                    std::to_string(kSharedMemory) +
                    "; try a smaller -threads-per-block or -vertices-per-warp");
}

class GpuSuitor : public GpuEngine {
 public:
  GpuSuitor(const CsrGraph& graph, const Options& options)
      : GpuEngine(graph, options), best_offer_(graph.numNodes) {}

  Measures run() override {
    Measures measures;
    if (graph_.end == 0) return measures;
    measures.milliseconds = time_of([&] {
      with_ties(options_.ties, offsets_.data(), [&](const auto& ties) { launch(ties); });
    });
    return measures;
  }

 private:
  template <class Ties>
  void launch(const Ties& ties) {
    const std::size_t bytes = best_offer_.size() * sizeof(Offer);
    CUDA_CHECK(cudaMemsetAsync(best_offer_.data(), 0, bytes));
    switch (options_.variant) {
      case Variant::kNoSync:
        launch_variant<Variant::kNoSync>(ties);
        break;
      case Variant::kSyncNoLB:
        launch_variant<Variant::kSyncNoLB>(ties);
        break;
      case Variant::kSyncLB:
        launch_variant<Variant::kSyncLB>(ties);
        break;
      case Variant::kHybrid:
        launch_variant<Variant::kHybrid>(ties);
        break;
    }
    constexpr int kThreads = 256;
    take_best_offers_gpu<<<blocks_for(graph_.end, kThreads), kThreads>>>(
        graph_.end, best_offer_.data(), matches_.data());
    CUDA_CHECK(cudaGetLastError());
  }

  template <Variant kVariant, class Ties>
  void launch_variant(const Ties& ties) {
    const int threads = options_.threads_per_block, nodes = options_.vertices_per_warp;
    const unsigned blocks = blocks_for(graph_.end, threads / kWarpSize * nodes);  // 2
    suitor_gpu<Ties, kVariant><<<blocks, threads, bytes_of_chunks(threads, nodes)>>>(
        graph_, ties, best_offer_.data(), nodes);
    CUDA_CHECK(cudaGetLastError());
  }

  DeviceArray<Offer> best_offer_;
};

}  // namespace

std::unique_ptr<Engine> make_gpu_suitor(const CsrGraph& graph, const Options& options) {
  require_gpu();
  require_room(options);
  return std::make_unique<GpuSuitor>(graph, options);
}

}  // namespace handshake::suitor
