// Chooses the engine, and numbers what it found.
#include <chrono>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/cpu_engine.hpp"
#include "extensions/louvain/louvain.hpp"

namespace handshake {

Communities find_communities(const Problem& problem, const LouvainOptions& options,
                             LouvainMeasures* measures) {
  *measures = {};
  LouvainOptions chosen = options;
  if (chosen.engine == EngineKind::kAuto) chosen.engine = EngineKind::kOmp;
  measures->engine = chosen.engine == EngineKind::kSerial ? "serial" : "omp";
  Communities found;
  const auto start = std::chrono::steady_clock::now();
  found.of_node =
      find_on_cpu(problem, chosen, chosen.hierarchy ? &found.hierarchy : nullptr, measures);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->milliseconds = time.count();
  found.count = number_by_first_member(&found.of_node);
  found.modularity = modularity_of(problem, found.of_node, options.threads);
  return found;
}

}  // namespace handshake
