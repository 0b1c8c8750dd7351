// What a run is asked for and what it reports, whichever engine does it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "matching/tie_rule.hpp"

namespace handshake {

enum class EngineKind { kFast, kPaper };

constexpr int kMaxPasses = 64;

struct LdOptions {
  EngineKind engine = EngineKind::kFast;
  TieRule ties = TieRule::kIndex;
  int gpus = 1;
  int batches = 0;          // a GPU; 0: as many as the memory asks for
  std::int64_t memory = 0;  // bytes that a GPU may use; 0: all that is free
  int passes = -1;  // fast: passes before the last phase, 0 .. kMaxPasses; -1: what suits the size
  bool components = false;  // measure components and edges read as well, which costs time
};

// Of one run. Milliseconds are those of the slowest GPU.
struct LdMeasures {
  double milliseconds = 0;
  int passes = 0;
  int rounds = 0;  // streamed: how often all that was left of the graph passed through the GPU
  // Directed edges that were copied to the GPUs during the run, or read to find what is left.
  std::int64_t edges_from_host = 0;
  std::map<std::string, double> component_ms;   // pointing, matching, exchange, ..
  std::vector<std::int64_t> live_after_pass;    // nodes that still look for a partner
  std::vector<std::int64_t> exhausted_in_pass;  // nodes that had to read their list again
  // Directed edges of the lists that each pass goes through. Of a list of many edges the fast
  // engine may read a part only, and its last phase is not among the passes.
  std::vector<std::int64_t> edges_read_in_pass;
};

}  // namespace handshake
