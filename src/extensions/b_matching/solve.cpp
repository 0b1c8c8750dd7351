// Chooses the algorithm and measures the time.
#include "extensions/b_matching/solve.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "extensions/b_matching/cpu_rounds.hpp"
#include "extensions/b_matching/distributed/simulation.hpp"
#include "extensions/b_matching/gpu_engine.hpp"
#include "extensions/b_matching/serial_suitor.hpp"
#include "extensions/common/device_weights.hpp"
#include "matching/greedy_matching.hpp"

namespace handshake::b_matching {
namespace {

BMatching solve_simulated(const Problem& problem, const Options& options, Measures* measures) {
  Simulation run = simulate(problem, options.distributed, std::max(1, options.threads));
  measures->traffic = run.total();
  for (const Counts& rank : run.counts) {
    measures->most_proposals = std::max(measures->most_proposals, rank.proposals);
  }
  measures->bundles = run.bundles;
  return std::move(run.matching);
}

BMatching run(const Problem& problem, const std::int32_t* weight_bits, const Options& options,
              Measures* measures) {
  switch (options.algorithm) {
    case Algorithm::kSorted:
      return greedy_b_matching(problem.graph, problem.bounds, problem.ties);
    case Algorithm::kSerialEager:
    case Algorithm::kSerialDelayed:
      return serial_suitor(problem, weight_bits, options, measures);
    case Algorithm::kGpu:
      return match_on_gpus(problem, weight_bits, options, measures);
    case Algorithm::kSimulated:
      return solve_simulated(problem, options, measures);
    case Algorithm::kMpi:
      throw std::logic_error("the algorithm mpi is run by run_mpi(), not by solve()");
    case Algorithm::kOmp:
      break;
  }
  return match_in_rounds(problem.view(), weight_bits, options, measures);
}

}  // namespace

BMatching solve(const Problem& problem, const Options& options, Measures* measures) {
  *measures = {};
  const DeviceWeights weights(problem.graph);
  const auto start = std::chrono::steady_clock::now();
  BMatching matching = run(problem, weights.bits(), options, measures);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  if (measures->milliseconds == 0)
    measures->milliseconds = time.count();  // otherwise an engine has set it
  return matching;
}

}  // namespace handshake::b_matching
