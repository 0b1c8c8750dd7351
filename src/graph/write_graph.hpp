// Writes a graph as Matrix Market text.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/output_error.hpp"

namespace handshake {

// One entry per undirected edge, below the diagonal, in rising order of column and row. int32_t
// weights give an integer file; float and double give a real file in which every weight has enough
// digits that a program reads exactly the same value. The file is written completely or not at all.
// Throws OutputError.
void write_matrix_market(const std::string& path, const CsrGraph& graph);

}  // namespace handshake
