// The nodes of all communities, sorted by community.
#pragma once

#include <cstdint>

#include "extensions/louvain/level_graph.hpp"

namespace handshake::louvain {

struct Members {
  // The members of community c are nodes[starts[c]] .. nodes[starts[c + 1] - 1], in rising order.
  Buffer<std::int64_t> starts;  // [count + 1]
  Buffer<Node> nodes;
};

Members members_of(const Buffer<Node>& communities, Node count, int threads);

}  // namespace handshake::louvain
