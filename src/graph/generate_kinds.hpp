// Functions for the kinds of graphs. Each function makes the rows, without weights. Only
// generate.cpp calls these functions, after it has checked the spec.
#pragma once

#include "graph/csr.hpp"
#include "graph/graph_spec.hpp"

namespace handshake {

CsrGraph urand_rows(const GraphSpec& spec);
CsrGraph rmat_rows(const GraphSpec& spec);  // kron, rmatu
CsrGraph mycielski_rows(const GraphSpec& spec);
CsrGraph mesh_rows(const GraphSpec& spec);  // mesh27, mesh81
CsrGraph geometric_rows(const GraphSpec& spec);
CsrGraph chain_rows(const GraphSpec& spec);  // kmer, kmerl, path

}  // namespace handshake
