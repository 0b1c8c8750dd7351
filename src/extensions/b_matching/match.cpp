// Checks the bounds, and runs the fast engine for CPUs.
#include "extensions/b_matching/match.hpp"

#include <algorithm>
#include <string>

#include "extensions/b_matching/cpu_rounds.hpp"
#include "extensions/common/device_weights.hpp"
#include "graph/input_error.hpp"
#include "graph/memory.hpp"

namespace handshake::b_matching {
namespace {

void check_bounds(Node nodes, graph::Span<std::int32_t> bounds) {
  if (bounds.size() != static_cast<std::size_t>(nodes)) {
    throw InputError("b", 0,
                     "there are " + std::to_string(bounds.size()) + " numbers for the " +
                         std::to_string(nodes) +
                         " nodes of the graph; give one number for each node");
  }
  const auto* const negative =
      std::find_if(bounds.begin(), bounds.end(), [](std::int32_t b) { return b < 0; });
  if (negative == bounds.end()) return;
  throw InputError("b", 0,
                   "node " + std::to_string(negative - bounds.begin()) + " may have " +
                       std::to_string(*negative) +
                       " partners; give 0 to a node that shall have none");
}

}  // namespace

BMatching match(const graph::View& graph, graph::Span<std::int32_t> bounds,
                const MatchOptions& options) {
  check_bounds(graph.numNodes, bounds);
  need_memory("the b-matching", 48 * std::int64_t{graph.numNodes} + memory_for_copies(graph));
  const graph::Array<EdgeIndex> offsets = wide_offsets(graph);
  if (graph.numNodes == 0) {
    BMatching none{Buffer<EdgeIndex>(1), {}};
    none.offsets[0] = 0;
    return none;
  }
  const DeviceWeights weights(graph, DeviceWeights::Inexact::kRound);
  const ProblemView problem{graph.numNodes, offsets.data(), graph.neighbors.data(), bounds.data(),
                            options.ties};
  Options chosen;
  chosen.threads = options.threads;
  Measures unused;
  if (!weights.are_rounded()) return match_in_rounds(problem, weights.bits(), chosen, &unused);
  return match_rounded_in_rounds(problem, weights.bits(), graph.weights, chosen, &unused);
}

}  // namespace handshake::b_matching
