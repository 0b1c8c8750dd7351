// The algorithms. Every one finds the greedy b-matching, to the bit.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "extensions/b_matching/problem.hpp"

namespace handshake {

enum class BAlgorithm {
  kSorted,  // all edges in order: the definition, to compare with
};

struct BOptions {
  BAlgorithm algorithm = BAlgorithm::kSorted;
  int threads = 0;  // 0: as many as the machine has
};

struct BMeasures {
  double milliseconds = 0;  // from the graph in memory to the answer in memory
};

BMatching solve(const BProblem& problem, const BOptions& options, BMeasures* measures);

}  // namespace handshake
