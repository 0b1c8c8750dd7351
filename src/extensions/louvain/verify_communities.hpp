// Checks an answer, without any code that has found it.
#pragma once

#include <string>

#include "extensions/louvain/louvain.hpp"

namespace handshake {

// What is wrong with the communities, or an empty text: every node has one, they are numbered by
// first member, and their modularity, computed again, is the same in all digits.
std::string communities_fault(const Problem& problem, const Communities& communities);

// How many communities fall into several pieces when all other nodes are taken away.
Node disconnected_communities(const LevelGraph& graph, const Communities& communities);

}  // namespace handshake
