// Chooses the engine for CPUs and the algorithm that are fastest for a problem.
#pragma once

#include "extensions/stable_marriage/marriage.hpp"
#include "extensions/stable_marriage/order_of_men.hpp"
#include "graph/parallel.hpp"

namespace handshake::marriage {

inline EngineKind cpu_engine_for(const Problem& problem, int threads) {
  // With fewer men, one thread has finished before other threads have begun. The number follows
  // from a table in docs/extensions/stable_marriage.md.
  constexpr std::int64_t kMenForThreads = 20000;
  const bool alone = problem.men < kMenForThreads || thread_count(threads) == 1;
  return alone ? EngineKind::kSerial : EngineKind::kOmp;
}

// With a queue, a thread can prefetch, which helps most if lists are short. If lists are long, men
// win and lose many more places with a queue than with a stack.
inline Algorithm algorithm_for(const Problem& problem) {
  return has_long_lists(problem) ? Algorithm::kMcVitieWilson : Algorithm::kGaleShapley;
}

}  // namespace handshake::marriage
