// The exceptions of improve(), on the CPU and on GPUs.
#pragma once

#include <string>
#include <type_traits>

#include "graph/csr.hpp"
#include "graph/graph_error.hpp"

namespace handshake {

template <class Weight>
[[noreturn]] void refuse_weight(std::int64_t row, Node column) {
  throw GraphError("the graph",
                   std::string("a weight is not finite, or larger than ") +
                       (std::is_integral_v<Weight> ? "2^59" : "2^1000") +
                       ", so the quality cannot be improved; divide all weights by one number",
                   row, column);
}

[[noreturn]] inline void refuse_partner(Node v, Node partner) {
  throw GraphError("the graph",
                   "node " + std::to_string(v) + " has the partner " + std::to_string(partner) +
                       ", which is not its neighbor or has another partner; store every edge at "
                       "both of its ends",
                   v, partner);
}

}  // namespace handshake
