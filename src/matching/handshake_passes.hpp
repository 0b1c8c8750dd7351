// The handout's algorithm, pass by pass, for one thread: what the passes of every program should
// do.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/csr.hpp"

namespace handshake {

struct HandshakePasses {
  std::vector<Node> matches;
  std::vector<EdgeIndex> edges_in_pass;  // directed edges at the beginning of each pass

  std::size_t passes() const { return edges_in_pass.size(); }
};

// In each pass every node picks its strongest neighbor, heavier first, then the smaller index;
// nodes that picked each other are matched; edges with a matched end are dropped. There is always a
// first pass, and another one as long as edges are left.
HandshakePasses handshake_passes(const CsrGraph& graph);

}  // namespace handshake
