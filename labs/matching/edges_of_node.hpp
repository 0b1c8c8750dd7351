// Explains what the kernels of a submission's extra credit did with the edges of a node.
#pragma once

#include "labs/matching/edge_list.hpp"
#include "labs/matching/pass_launches.hpp"

namespace handshake::suite {

// In these functions, failure.index is the node, and failure.expected is its strongest neighbor.
// The right edge is the edge between these two nodes.

// If an edge of the node was not read by any thread, adds this fact to `failure`: it may be the
// reason for the wrong neighbor. Returns true if this fact is enough, for example because each
// thread read only one edge and there were fewer threads than edges.
bool tell_unseen_edge(const History& history, const PassLaunches& pass, const EdgeList& edges,
                      Failure& failure);

// Looks for an atomicMax or atomicMin that was called once for each edge of the node, but whose
// result is not the value of the right edge.
bool tell_given_keys(const History& history, const PassLaunches& pass, const EdgeList& edges,
                     Failure& failure);

}  // namespace handshake::suite
