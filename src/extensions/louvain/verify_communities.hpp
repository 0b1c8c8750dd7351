// Checks the communities that an engine found. The check shares no code with the engines.
#pragma once

#include <string>

#include "extensions/louvain/louvain.hpp"

namespace handshake::louvain {

// Returns a text that says what is wrong with the communities; the text is empty if they are right.
// Every node must have a community. Communities must be numbered in the order of their first
// members. The modularity, computed again, must be the same in all digits.
std::string communities_fault(const Problem& problem, const Communities& communities);

// How many communities are not connected. Such a community has two nodes without a path between
// them inside the community.
Node disconnected_communities(const LevelGraph& graph, const Communities& communities);

}  // namespace handshake::louvain
