// Reads a graph from a file: Matrix Market text (plain or compressed with gzip), or our binary
// format. The content decides the format; the name of the file does not. docs/file_formats.md
// states every rule.
#pragma once

#include <string>

#include "graph/csr.hpp"
#include "graph/input_error.hpp"
#include "graph/read_options.hpp"

namespace handshake {

// path may name a pipe; "-" is the standard input. Throws InputError for every fault of the file,
// and std::bad_alloc if the graph does not fit into memory. report may be null.
CsrGraph read_graph(const std::string& path, const ReadOptions& options = {},
                    ReadReport* report = nullptr);

}  // namespace handshake
