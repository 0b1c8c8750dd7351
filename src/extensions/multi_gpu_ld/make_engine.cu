// Checks that the GPUs can do what is asked, and makes the engine.
#include <string>

#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/paper_engine.cuh"
#include "extensions/multi_gpu_ld/streamed_engine.cuh"

namespace handshake {
namespace {

void check_gpus(int wanted) {
  int there = 0;
  const cudaError_t error = cudaGetDeviceCount(&there);
  if (error != cudaSuccess || there == 0) {
    throw DeviceError(std::string("no GPU can be used (") + cudaGetErrorString(error) +
                      "); on a machine without one, build with BACKEND=cpu and GPUs are pretended");
  }
  if (wanted < 1 || wanted > kMaxParts) {
    throw DeviceError("-gpus must be 1 to " + std::to_string(kMaxParts));
  }
  if (wanted > there) {
    throw DeviceError(std::to_string(wanted) + " GPUs were asked for and " + std::to_string(there) +
                      " are there; ask for fewer with -gpus");
  }
}

}  // namespace

std::unique_ptr<LdEngine> make_engine(const CsrGraph& graph, const LdOptions& options) {
  check_gpus(options.gpus);
  if (options.engine == EngineKind::kPaper) return std::make_unique<PaperEngine>(graph, options);
  if (options.batches <= 1 && FastEngine::fits(graph, options)) {
    return std::make_unique<FastEngine>(graph, options);
  }
  return std::make_unique<StreamedEngine>(graph, options);
}

}  // namespace handshake
