// Draws small graphs as text.
#pragma once

#include <string>
#include <vector>

#include "labs/matching/edge_list.hpp"

namespace handshake::check {

// One line per edge: "0 --5-- 1".
std::vector<std::string> draw_graph(const suite::EdgeList& graph);

}  // namespace handshake::check
