// Chooses the engine, and numbers what it found.
#include <chrono>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/cpu_engine.hpp"
#include "extensions/louvain/gpu_engine.hpp"
#include "extensions/louvain/louvain.hpp"

namespace handshake {

Communities find_communities(const Problem& problem, const LouvainOptions& options,
                             LouvainMeasures* measures) {
  *measures = {};
  LouvainOptions chosen = options;
  if (chosen.engine == EngineKind::kAuto) {
    chosen.engine = has_real_gpu() ? EngineKind::kGpu : EngineKind::kOmp;
  }
  Communities found;
  auto* const hierarchy = chosen.hierarchy ? &found.hierarchy : nullptr;
  if (chosen.engine == EngineKind::kGpu) {
    measures->engine = "gpu";
    found.of_node = find_on_gpu(problem, chosen, hierarchy, measures);
  } else {
    measures->engine = chosen.engine == EngineKind::kSerial ? "serial" : "omp";
    found.of_node = find_on_cpu(problem, chosen, hierarchy, measures);
  }
  found.count = number_by_first_member(&found.of_node);
  found.modularity = modularity_of(problem, found.of_node, options.threads);
  return found;
}

}  // namespace handshake
