// Adds what to try to the words of the fault.
#include "library/check_graph.hpp"

#include <string>

namespace handshake {
namespace {

const char* cure_of(GraphFaultKind kind, const Cures& cures) {
  switch (kind) {
    case GraphFaultKind::kLoop:
      return cures.loop;
    case GraphFaultKind::kOrder:
      return cures.order;
    case GraphFaultKind::kOneSided:
      return cures.one_sided;
    case GraphFaultKind::kTwoWeights:
      return cures.two_weights;
    case GraphFaultKind::kWeight:
      return "weights must be finite numbers";
    case GraphFaultKind::kArrays:
      break;
  }
  return "check how the arrays were made";
}

}  // namespace

void check_graph(const graph::View& graph, GraphCheck check, const Cures& cures) {
  const GraphFault fault = find_fault(graph, check);
  if (fault.words.empty()) return;
  throw GraphError("the graph", fault.words + "; " + cure_of(fault.kind, cures), fault.row,
                   fault.column);
}

}  // namespace handshake
