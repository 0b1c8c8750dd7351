// Runs the engine for CPUs, and numbers the communities that it finds.
#include "extensions/louvain/find.hpp"

#include <algorithm>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/cpu_engine.hpp"

namespace handshake::louvain {

Found find(const graph::View& graph, const FindOptions& options, Node* communities) {
  if (graph.numNodes == 0) return {};
  const Problem problem = make_problem(graph, {}, options.resolution);
  Options chosen;
  chosen.engine = EngineKind::kOmp;
  chosen.threads = options.threads;
  Measures unused;
  Buffer<Node> found = find_on_cpu(problem, chosen, nullptr, &unused);
  const Node count = number_by_first_member(&found);
  std::copy(found.begin(), found.end(), communities);
  return {count, modularity_of(problem, found, options.threads).value()};
}

}  // namespace handshake::louvain
