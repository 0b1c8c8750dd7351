// Chooses the class that runs an algorithm.
#include <stdexcept>

#include "extensions/suitor/cpu_engine.hpp"
#include "extensions/suitor/gpu_engine.hpp"

namespace handshake::suitor {

std::unique_ptr<Engine> make_engine(const CsrGraph& graph, const Options& options) {
  switch (options.algorithm) {
    case Algorithm::kOmpLd:
      return make_omp_ld(graph, options);
    case Algorithm::kOmpSuitor:
      return make_omp_suitor(graph, options);
    case Algorithm::kGpuLd:
      return make_gpu_ld(graph, options);
    case Algorithm::kGpuSuitor:
      return make_gpu_suitor(graph, options);
    case Algorithm::kRounds:
      return make_rounds(graph, options);
    case Algorithm::kSorted:
      return make_sorted(graph, options);
  }
  throw std::logic_error("there is no such algorithm");
}

}  // namespace handshake::suitor
