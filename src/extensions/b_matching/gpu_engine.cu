// Selects the engine for the number of neighbors that a node keeps.
#include "extensions/b_matching/gpu_engine.cuh"
#include "extensions/b_matching/gpu_engine.hpp"
#include "extensions/common/connect_gpus.cuh"

namespace handshake::b_matching {

BMatching match_on_gpus(const Problem& problem, const std::int32_t* weight_bits,
                        const Options& options, Measures* measures) {
  check_gpus(options.gpus);
  connect_gpus(options.gpus, Access::kAtomics, "use fewer GPUs");
  const Layout layout(problem, weight_bits);
  if (layout.cached == 8) return run_with<8>(problem, weight_bits, layout, options, measures);
  if (layout.cached == 16) return run_with<16>(problem, weight_bits, layout, options, measures);
  return run_with<32>(problem, weight_bits, layout, options, measures);
}

}  // namespace handshake::b_matching
