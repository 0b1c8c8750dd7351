// Chooses the class that runs an algorithm.
#include <stdexcept>

#include "extensions/suitor/cpu_engine.hpp"
#include "extensions/suitor/gpu_engine.hpp"

namespace handshake {

std::unique_ptr<SuitorEngine> make_suitor(const CsrGraph& graph, const SuitorOptions& options) {
  switch (options.algorithm) {
    case SuitorAlgorithm::kOmpLd:
      return make_omp_ld(graph, options);
    case SuitorAlgorithm::kOmpSuitor:
      return make_omp_suitor(graph, options);
    case SuitorAlgorithm::kGpuLd:
      return make_gpu_ld(graph, options);
    case SuitorAlgorithm::kGpuSuitor:
      return make_gpu_suitor(graph, options);
    case SuitorAlgorithm::kRounds:
      return make_rounds(graph, options);
    case SuitorAlgorithm::kSorted:
      return make_sorted(graph, options);
  }
  throw std::logic_error("there is no such algorithm");
}

}  // namespace handshake
