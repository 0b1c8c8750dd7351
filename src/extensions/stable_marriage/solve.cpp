// Chooses the engine.
#include <chrono>
#include <variant>

#include "extensions/stable_marriage/cpu_engine.hpp"
#include "extensions/stable_marriage/gpu_engine.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

// Below, one thread is done before others have begun.
constexpr std::int64_t kMenForThreads = 20000;
constexpr std::int64_t kMenForGpu = 50000;

// Lists are on the host, and it takes longer to copy them than to solve them here; shared lists are
// two vectors, and all the work is compares.
EngineKind choose_engine(const Problem& problem, const SolveOptions& options) {
  const bool shared = std::holds_alternative<SharedLists>(problem.lists);
  if (shared && problem.men >= kMenForGpu && has_real_gpu()) return EngineKind::kGpu;
  if (problem.men < kMenForThreads || thread_count(options.threads) == 1)
    return EngineKind::kSerial;
  return EngineKind::kOmp;
}

}  // namespace

Marriage solve(const Problem& problem, const SolveOptions& options, SolveMeasures* measures) {
  SolveOptions chosen = options;
  if (chosen.engine == EngineKind::kAuto) chosen.engine = choose_engine(problem, options);
  *measures = {};
  const bool on_gpu = chosen.engine == EngineKind::kGpu;
  measures->engine = on_gpu ? "gpu" : chosen.engine == EngineKind::kSerial ? "serial" : "omp";
  const auto start = std::chrono::steady_clock::now();
  Marriage marriage =
      on_gpu ? solve_on_gpu(problem, options, measures) : solve_on_cpu(problem, chosen, measures);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->whole_call = time.count();
  return marriage;
}

}  // namespace handshake
