// File formats that generate_graph writes, but that this room does not read. They are the input of
// other programs, which can then be measured with the same graphs.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/graph_spec.hpp"

namespace handshake {

// Each function writes its file completely or not at all, and throws OutputError.

// Matrix Market "general": every edge twice, once from each end, row by row.
void write_general_matrix(const std::string& path, const CsrGraph& graph);

// "u v weight", 0-based, one line per undirected edge.
void write_edge_lines(const std::string& path, const CsrGraph& graph);

// METIS with edge weights, which are positive integers there: dec3 is written in thousandths.
// Throws InputError for w=unif, whose weights cannot be written as integers.
void write_metis(const std::string& path, const CsrGraph& graph, const GraphSpec& spec);

// The binary input of Vite and the codes derived from it: int64 nodes, int64 directed edges, int64
// offsets, then {int64 neighbor, double weight} for each directed edge.
void write_vite(const std::string& path, const CsrGraph& graph);

}  // namespace handshake
