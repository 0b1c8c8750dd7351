// Passes over one graph on a CPU: nodes move to the community of a neighbor as long as this gains
// something.
#pragma once

#include "extensions/louvain/cpu_memory.hpp"
#include "extensions/louvain/cpu_order.hpp"
#include "extensions/louvain/louvain.hpp"

namespace handshake {

// The settings that all passes of a run share.
struct PassRules {
  const Problem* problem;
  int threads;
  int colors;
  double threshold;
};

// How many threads to use: for few edges, one more thread takes longer to start than it saves.
int threads_for(const LevelGraph& level, int wanted);

// Starts from `communities`, whose numbers are below level.nodes, and improves them in place, in at
// most `passes` passes. The best partition at the end of a pass is kept. Returns the number of
// passes and adds the edges that were read to *scanned.
int improve_on_cpu(const LevelGraph& level, const ColorOrder& order, const PassRules& rules,
                   int passes, PassMemory* memory, Buffer<Node>* communities,
                   std::int64_t* scanned);

}  // namespace handshake
