// Checks the options, and makes the engine.
#include <stdexcept>
#include <string>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/multi_gpu_ld/engine.hpp"
#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/paper_engine.cuh"
#include "extensions/multi_gpu_ld/streamed_engine.cuh"

namespace handshake::ld {
namespace {

// The program checks its flags itself; this check is for other callers.
void check_passes(int passes) {
  if (passes >= -1 && passes <= kMaxPasses) return;
  throw std::invalid_argument("Options.passes is " + std::to_string(passes) +
                              ", but must be from -1 to " + std::to_string(kMaxPasses));
}

}  // namespace

std::unique_ptr<Engine> make_engine(const CsrGraph& graph, const Options& options) {
  check_gpus(options.gpus);
  check_passes(options.passes);
  if (options.engine == EngineKind::kPaper) return std::make_unique<PaperEngine>(graph, options);
  connect_gpus(options.gpus, Access::kAtomics, "use -engine paper or fewer GPUs");
  if (options.batches <= 1 && FastEngine::fits({&graph, nullptr}, options)) {
    return std::make_unique<FastEngine>(graph, options);
  }
  return std::make_unique<StreamedEngine>(graph, options);
}

}  // namespace handshake::ld
