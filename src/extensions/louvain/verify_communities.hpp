// Checks an answer, and shares no code with the engines that find it.
#pragma once

#include <string>

#include "extensions/louvain/louvain.hpp"

namespace handshake {

// Says what is wrong with the communities; empty if nothing is. Every node must have a community,
// communities must be numbered by first member, and the modularity, computed again, must be the
// same in all digits.
std::string communities_fault(const Problem& problem, const Communities& communities);

// How many communities are not connected: without all other nodes, they fall into several pieces.
Node disconnected_communities(const LevelGraph& graph, const Communities& communities);

}  // namespace handshake
