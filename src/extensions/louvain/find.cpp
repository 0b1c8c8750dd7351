// Runs the engine for CPUs, and numbers the communities that it finds.
#include "extensions/louvain/find.hpp"

#include <algorithm>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/cpu_engine.hpp"
#include "graph/memory.hpp"

namespace handshake::louvain {
namespace {

template <class Nodes>
Buffer<Node> copy_of(const Nodes& communities) {
  Buffer<Node> copy(communities.size());
  std::copy(communities.begin(), communities.end(), copy.begin());
  return copy;
}

}  // namespace

Found find(const graph::View& graph, const FindOptions& options, Node* communities) {
  if (graph.numNodes == 0) return {};
  need_memory("the search for communities",
              40 * std::int64_t{graph.numNodes} + 4 * graph.numEdges());
  const Problem problem = make_problem(graph, options.loops, options.resolution);
  Options chosen;
  chosen.engine = EngineKind::kOmp;
  chosen.threads = options.threads;
  Measures unused;
  std::vector<std::vector<Node>> hierarchy;
  Buffer<Node> of_node =
      find_on_cpu(problem, chosen, options.levels ? &hierarchy : nullptr, &unused);
  Found found;
  found.count = number_by_first_member(&of_node);
  std::copy(of_node.begin(), of_node.end(), communities);
  found.modularity = modularity_of(problem, of_node, options.threads).value();
  for (const std::vector<Node>& level : hierarchy) {
    Buffer<Node> members = copy_of(level);
    number_by_first_member(&members);
    const double value = modularity_of(problem, members, options.threads).value();
    found.levels.push_back({std::move(members), value});
  }
  return found;
}

double modularity(const graph::View& graph, const FindOptions& options,
                  graph::Span<Node> communities) {
  if (graph.numNodes == 0) return 0;
  const Problem problem = make_problem(graph, options.loops, options.resolution);
  return modularity_of(problem, copy_of(communities), options.threads).value();
}

}  // namespace handshake::louvain
