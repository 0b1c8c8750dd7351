// Runs the chosen engine, and numbers the communities that it finds.
#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/cpu_engine.hpp"
#include "extensions/louvain/gpu_engine.hpp"
#include "extensions/louvain/has_gpu.hpp"
#include "extensions/louvain/louvain.hpp"
#include "extensions/louvain/paper_engine.hpp"
#include "extensions/louvain/sequential.hpp"

namespace handshake::louvain {

Communities find_communities(const Problem& problem, const Options& options, Measures* measures) {
  *measures = {};
  Options chosen = options;
  if (chosen.engine == EngineKind::kAuto) {
    chosen.engine = has_real_gpu() ? EngineKind::kGpu : EngineKind::kOmp;
  }
  const bool gpu = chosen.engine == EngineKind::kGpu;
  Communities found;
  auto* const hierarchy = chosen.hierarchy ? &found.hierarchy : nullptr;
  measures->engine = gpu ? "gpu" : chosen.engine == EngineKind::kSerial ? "serial" : "omp";
  if (chosen.scheme == Scheme::kPaper) {
    measures->engine = "gpu";
    found.of_node = find_by_paper(problem, chosen, hierarchy, measures);
  } else if (chosen.scheme == Scheme::kSequential) {
    measures->engine = "serial";
    found.of_node = find_sequentially(problem, chosen, hierarchy, measures);
  } else if (gpu) {
    found.of_node = find_on_gpu(problem, chosen, hierarchy, measures);
  } else {
    found.of_node = find_on_cpu(problem, chosen, hierarchy, measures);
  }
  found.count = number_by_first_member(&found.of_node);
  found.modularity = modularity_of(problem, found.of_node, options.threads);
  return found;
}

}  // namespace handshake::louvain
