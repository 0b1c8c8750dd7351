// Chooses the algorithm and takes the time.
#include "extensions/b_matching/solve.hpp"

#include <chrono>

#include "matching/greedy_matching.hpp"

namespace handshake {

BMatching solve(const BProblem& problem, const BOptions& options, BMeasures* measures) {
  *measures = {};
  const auto start = std::chrono::steady_clock::now();
  BMatching matching;
  switch (options.algorithm) {
    case BAlgorithm::kSorted:
      matching = greedy_b_matching(problem.graph, problem.bounds, problem.ties);
      break;
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  measures->milliseconds = time.count();
  return matching;
}

}  // namespace handshake
