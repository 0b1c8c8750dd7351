// Writes a graph as Matrix Market text.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/output_error.hpp"

namespace handshake {

// One entry per undirected edge, below the diagonal, in rising order of column and row. int32_t
// weights give an integer file; float and double give a real file in which every weight has as many
// digits as it needs to be read back exactly. The file appears whole or not at all. Throws
// OutputError.
void write_matrix_market(const std::string& path, const CsrGraph& graph);

}  // namespace handshake
