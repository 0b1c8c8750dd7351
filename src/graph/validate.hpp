// Checks that a graph has all properties that csr.hpp promises.
#pragma once

#include <cstdint>
#include <string>

#include "graph/view.hpp"

namespace handshake {

enum class GraphFaultKind {
  kArrays,      // the sizes of the arrays, the offsets, or an end that does not exist
  kLoop,        // a node is its own neighbor
  kOrder,       // the neighbors of a node are not in rising order
  kWeight,      // a weight is not finite
  kOneSided,    // an edge is stored only at one of its ends
  kTwoWeights,  // an edge has different weights at its ends
};

struct GraphFault {
  std::string words;  // one line, without a period; empty if there is no fault
  GraphFaultKind kind = GraphFaultKind::kArrays;
  std::int64_t row = -1;     // the node where the fault is, or -1
  std::int64_t column = -1;  // its neighbor, or -1
};

enum class GraphCheck {
  kAll,    // also that every weight is finite, and that every edge is stored at both ends with the
           // same weight
  kLists,  // only the offsets and the neighbors. This is what all engines need in order not to read
           // outside the arrays
};

// Returns the first fault. In a valid graph, the offsets agree with the sizes of the arrays. The
// neighbors of a node exist, are in rising order, and are never the node itself.
GraphFault find_fault(const graph::View& graph, GraphCheck check = GraphCheck::kAll,
                      int threads = 0);

// The words of the first fault, or an empty text if there is none.
inline std::string validate(const CsrGraph& graph, int threads = 0) {
  return find_fault(graph, GraphCheck::kAll, threads).words;
}

}  // namespace handshake
