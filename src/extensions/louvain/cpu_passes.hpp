// Passes over one graph on a CPU: nodes move to communities of their neighbors as long as this
// makes the modularity larger.
#pragma once

#include "extensions/louvain/cpu_memory.hpp"
#include "extensions/louvain/cpu_order.hpp"
#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

// The settings that all passes of a run share.
struct PassRules {
  const Problem* problem;
  int threads;
  int colors;
  double threshold;
};

// How many threads to use. With few edges, the start of one more thread takes longer than the time
// that this thread saves.
int threads_for(const LevelGraph& level, int wanted);

// Starts from `communities`, whose numbers are below level.nodes, and improves them in place, in at
// most `passes` passes. A pass that does not increase the modularity is undone. Returns the number
// of passes, and increases *scanned by the number of edges that were read.
int improve_on_cpu(const LevelGraph& level, const ColorOrder& order, const PassRules& rules,
                   int passes, PassMemory* memory, Buffer<Node>* communities,
                   std::int64_t* scanned);

}  // namespace handshake::louvain
