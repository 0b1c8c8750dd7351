// The handout's algorithm, pass by pass, on one thread. Other implementations of this algorithm
// should do the same in each pass.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/csr.hpp"

namespace handshake {

struct HandshakePasses {
  std::vector<Node> matches;
  std::vector<EdgeIndex> edges_in_pass;  // how many directed edges each pass begins with

  std::size_t passes() const { return edges_in_pass.size(); }
};

// In each pass, every node chooses its strongest neighbor: the one with the heaviest edge, and for
// equal weights the one with the smaller index. Nodes that choose each other are matched, and edges
// with a matched end are dropped. There is at least one pass. The passes end when no edge is left.
HandshakePasses handshake_passes(const CsrGraph& graph);

}  // namespace handshake
