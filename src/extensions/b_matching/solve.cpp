// Chooses the algorithm and takes the time.
#include "extensions/b_matching/solve.hpp"

#include <chrono>

#include "extensions/b_matching/cpu_rounds.hpp"
#include "extensions/b_matching/gpu_engine.hpp"
#include "extensions/b_matching/serial_suitor.hpp"
#include "extensions/common/device_weights.hpp"
#include "matching/greedy_matching.hpp"

namespace handshake {
namespace {

BMatching run(const BProblem& problem, const std::int32_t* weight_bits, const BOptions& options,
              BMeasures* measures) {
  switch (options.algorithm) {
    case BAlgorithm::kSorted:
      return greedy_b_matching(problem.graph, problem.bounds, problem.ties);
    case BAlgorithm::kSerialEager:
    case BAlgorithm::kSerialDelayed:
      return serial_suitor(problem, weight_bits, options, measures);
    case BAlgorithm::kGpu:
      return match_on_gpus(problem, weight_bits, options, measures);
    case BAlgorithm::kOmp:
      break;
  }
  return match_in_rounds(problem, weight_bits, options, measures);
}

}  // namespace

BMatching solve(const BProblem& problem, const BOptions& options, BMeasures* measures) {
  *measures = {};
  const DeviceWeights weights(problem.graph);
  const auto start = std::chrono::steady_clock::now();
  BMatching matching = run(problem, weights.bits(), options, measures);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  if (measures->milliseconds == 0) measures->milliseconds = time.count();  // else said by the GPU
  return matching;
}

}  // namespace handshake
