// Chooses the engine and the algorithm.
#include <algorithm>
#include <chrono>
#include <variant>

#include "extensions/stable_marriage/choose.hpp"
#include "extensions/stable_marriage/cpu_engine.hpp"
#include "extensions/stable_marriage/gpu_engine.hpp"
#include "graph/parallel.hpp"

namespace handshake::marriage {
namespace {

// These two numbers follow from a table in docs/extensions/stable_marriage.md.
//
// With fewer men, the threads of the CPU have finished before a GPU has started.
constexpr std::int64_t kMenForGpu = 50000;
constexpr std::int64_t kMenOfAThread = 20000;

// Copying lists to a GPU takes longer than solving the problem on the host. Shared lists are an
// exception: only two arrays are copied, so a GPU is faster if there are many men.
EngineKind choose_engine(const Problem& problem, const Options& options) {
  const bool shared = std::holds_alternative<SharedLists>(problem.lists);
  const int threads = thread_count(options.threads);
  const std::int64_t men_for_gpu = std::max(kMenForGpu, threads * kMenOfAThread);
  if (shared && problem.men >= men_for_gpu && has_real_gpu()) return EngineKind::kGpu;
  return cpu_engine_for(problem, threads);
}

}  // namespace

Marriage solve(const Problem& problem, const Options& options, Measures* measures) {
  Options chosen = options;
  if (chosen.engine == EngineKind::kAuto) chosen.engine = choose_engine(problem, options);
  if (problem.men == 0) chosen.engine = EngineKind::kSerial;  // CUDA cannot launch an empty grid
  if (chosen.algorithm == Algorithm::kAuto) chosen.algorithm = algorithm_for(problem);
  *measures = {};
  measures->algorithm = chosen.algorithm;
  const bool on_gpu = chosen.engine == EngineKind::kGpu;
  measures->engine = on_gpu ? "gpu" : chosen.engine == EngineKind::kSerial ? "serial" : "omp";
  const auto start = std::chrono::steady_clock::now();
  Marriage marriage =
      on_gpu ? solve_on_gpu(problem, options, measures) : solve_on_cpu(problem, chosen, measures);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->whole_call = time.count();
  return marriage;
}

}  // namespace handshake::marriage
