// File formats that generate_graph writes for other programs, so that these programs can be
// measured with the same graphs.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/graph_spec.hpp"

namespace handshake {

// Each function writes its file completely, or writes no file and throws OutputError.

// Matrix Market "general": every edge twice, once from each end, row by row.
void write_general_matrix(const std::string& path, const CsrGraph& graph);

// "u v weight", 0-based, one line per undirected edge.
void write_edge_lines(const std::string& path, const CsrGraph& graph);

// METIS with edge weights, which must be positive integers: weights of w=dec3 are multiplied by
// 1000. Throws InputError for w=unif, whose weights cannot be written as integers.
void write_metis(const std::string& path, const CsrGraph& graph, const GraphSpec& spec);

// The binary input of Vite and of programs derived from it: the numbers of nodes and of directed
// edges, and the offsets, all as int64; then {int64 neighbor, double weight} for each directed
// edge.
void write_vite(const std::string& path, const CsrGraph& graph);

}  // namespace handshake
