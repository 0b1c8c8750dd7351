// What onewaywrapper.cu does with each of the nine arrays of the passes, and in which lines.
#pragma once

#include <vector>

#include "labs/matching/edge_list.hpp"
#include "labs/matching/runner/pass_log.hpp"
#include "suite/array_life.hpp"

namespace handshake::suite {

// `log`: the log of the first pass.
std::vector<ArrayLife> array_lives(const EdgeList& graph, const protocol::PassLog& log,
                                   const std::vector<protocol::AllocationLines>& allocations);

}  // namespace handshake::suite
