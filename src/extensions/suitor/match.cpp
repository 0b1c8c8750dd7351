// Chooses the number of threads, and runs the fast algorithm.
#include "extensions/suitor/match.hpp"

#include <algorithm>

#include "extensions/common/improve.hpp"
#include "extensions/suitor/cpu_engine.hpp"
#include "graph/memory.hpp"
#include "graph/progress.hpp"

namespace handshake::suitor {

void match(const graph::View& graph, const MatchOptions& options, Node* partners) {
  if (graph.numNodes == 0) return;
  need_memory("the matching", 40 * std::int64_t{graph.numNodes} + memory_for_copies(graph));
  Options chosen;
  chosen.ties = options.ties;
  chosen.threads = threads_for(graph.numNodes + graph.numEdges(), options.threads);
  Buffer<Node> matches;
  const double share =
      1.0 / (1 + std::max(options.quality, 0));  // a scan takes as long as the rounds
  {
    const ProgressPart part(0, share);
    const auto engine = make_rounds(graph, chosen, DeviceWeights::Inexact::kRound);
    engine->run();
    matches = engine->matches();
  }  // gives the memory of the engine back
  const ProgressPart part(share, 1);
  improve(graph, {options.quality, chosen.threads}, matches.data());
  std::copy(matches.begin(), matches.end(), partners);
}

}  // namespace handshake::suitor
