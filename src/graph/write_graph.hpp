// Writes a graph as Matrix Market text.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/output_error.hpp"

namespace handshake {

// Writes one entry per undirected edge: below the diagonal, sorted by column and then by row.
// int32_t weights give an integer file; float and double weights give a real file. In a real file,
// every weight has so many digits that a program reads exactly the same value. The file is written
// completely or not at all. Throws OutputError.
void write_matrix_market(const std::string& path, const CsrGraph& graph);

}  // namespace handshake
