// Checks a graph that comes from outside, and says what to do about a fault.
#pragma once

#include "graph/graph_error.hpp"
#include "graph/validate.hpp"
#include "graph/view.hpp"

namespace handshake {

// What to try after each kind of fault, in the words of the caller's language.
struct Cures {
  const char* loop = "remove the edges from nodes to themselves";
  const char* order = "sort the neighbors of each node, and merge repeated ones";
  const char* one_sided = "store every edge at both of its ends";
  const char* two_weights = "store every edge with the same weight at both of its ends";
};

// Throws GraphError. GraphCheck::kLists is enough for suitor and b_matching if the caller knows that
// the graph is symmetric; louvain needs GraphCheck::kAll.
void check_graph(const graph::View& graph, GraphCheck check = GraphCheck::kAll,
                 const Cures& cures = {});

}  // namespace handshake
