// Tells what the kernels of a submission's extra credit did with the edges of a node.
#pragma once

#include "suite/edge_list.hpp"
#include "suite/pass_launches.hpp"

namespace handshake::suite {

// In these functions, failure.index is the node, and failure.expected is its strongest neighbor.

// If no thread looked at an edge of the node, adds this to `failure`: it is the reason why the edge
// was not chosen. Returns true if there were too few threads, and each thread takes only one edge:
// then nothing else is wrong.
bool tell_unseen_edge(const History& history, const PassLaunches& pass, const EdgeList& edges,
                      Failure& failure);

// Looks for an atomicMax or atomicMin that was called once for each edge of the node, but whose
// result is not that of the right edge.
bool tell_given_keys(const History& history, const PassLaunches& pass, const EdgeList& edges,
                     Failure& failure);

// Tells what happened to the right edge. Returns true if it was never compared with the others: then
// nothing else needs an explanation.
bool tell_right_edge(const History& history, const PassLaunches& pass, const EdgeList& edges,
                     Failure& failure);

}  // namespace handshake::suite
