// Chooses the number of threads, and runs the fast algorithm.
#include "extensions/suitor/match.hpp"

#include "extensions/common/improve.hpp"
#include "extensions/suitor/cpu_engine.hpp"

namespace handshake::suitor {

void match(const graph::View& graph, const MatchOptions& options, Node* partners) {
  if (graph.numNodes == 0) return;
  Options chosen;
  chosen.ties = options.ties;
  chosen.threads = threads_for(graph.numNodes + graph.numEdges(), options.threads);
  Buffer<Node> matches;
  {
    const auto engine = make_rounds(graph, chosen, DeviceWeights::Inexact::kRound);
    engine->run();
    matches = engine->matches();
  }  // gives the memory of the engine back
  improve(graph, {options.quality, chosen.threads}, matches.data());
  std::copy(matches.begin(), matches.end(), partners);
}

}  // namespace handshake::suitor
