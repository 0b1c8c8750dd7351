// LEMON's exact algorithm finds the heaviest matching. Only optimal_weight.cpp uses LEMON; if LEMON was
// not installed when it was compiled, its functions throw.
#pragma once

#include <stdexcept>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake {

// what() names the package to install.
class NoLemon : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void require_lemon();  // throws NoLemon

// The partner of every node, or -1, in a matching of the largest possible weight. For small graphs:
// millions of edges take minutes. The weight is never negative, because that of the empty matching is
// 0.
Buffer<Node> optimal_matching(const CsrGraph& graph);

// The weight of this matching.
double optimal_matching_weight(const CsrGraph& graph);

}  // namespace handshake
