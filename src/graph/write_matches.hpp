// Writes a matching: the output file of the handout.
#pragma once

#include <cstddef>
#include <string>

#include "graph/csr.hpp"
#include "graph/output_error.hpp"

namespace handshake {

// Line v holds the partner of node v, or -1; lines and nodes are counted from 0. There is no
// header. The file is written completely or not at all. Throws OutputError.
void write_matches(const std::string& path, const Node* matches, std::size_t numNodes);

}  // namespace handshake
