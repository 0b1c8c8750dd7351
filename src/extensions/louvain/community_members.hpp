// The nodes of each community, brought together.
#pragma once

#include <cstdint>

#include "extensions/louvain/level_graph.hpp"

namespace handshake {

struct Members {
  Buffer<std::int64_t> starts;  // [count + 1]
  Buffer<Node> nodes;           // of community c: starts[c] .. starts[c + 1] - 1, rising
};

Members members_of(const Buffer<Node>& communities, Node count, int threads);

}  // namespace handshake
