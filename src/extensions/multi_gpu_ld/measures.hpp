// The options of a run and its results, for every engine.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "matching/tie_rule.hpp"

namespace handshake::ld {

enum class EngineKind { kFast, kPaper };

constexpr int kMaxPasses = 64;

struct Options {
  EngineKind engine = EngineKind::kFast;
  TieRule ties = TieRule::kIndex;
  int gpus = 1;
  int batches = 0;          // per GPU; 0: as many as the memory requires
  std::int64_t memory = 0;  // bytes that may be used per GPU; 0: see memory_limit
  int passes = -1;  // fast: passes before the last phase, 0 .. kMaxPasses; -1: the engine chooses
  bool components = false;  // also measure components and count edges, which takes time
};

// The results of one run. Milliseconds are those of the slowest GPU.
struct Measures {
  double milliseconds = 0;
  int passes = 0;
  // Streamed engine: how many graphs passed through the GPU. The first is the whole graph; each
  // later one is what the previous round left.
  int rounds = 0;
  // Directed edges that were copied to the GPUs during the run, or that the host read to find the
  // remaining graph.
  std::int64_t edges_from_host = 0;
  std::map<std::string, double> component_milliseconds;  // pointing, matching, exchange, ..
  std::vector<std::int64_t> live_after_pass;             // nodes that still look for a partner
  std::vector<std::int64_t> exhausted_in_pass;           // nodes whose short lists were read again
  // Directed edges in the lists of neighbors that each pass reads. A long list is counted in full,
  // although the fast engine may read only a part of it. The last phase of the fast engine does not
  // count as a pass.
  std::vector<std::int64_t> edges_read_in_pass;
};

}  // namespace handshake::ld
