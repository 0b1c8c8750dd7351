// Reads and writes our binary format: a header with checksums, and then the arrays of the graph as
// they are in memory. docs/file_formats.md describes each byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/csr.hpp"
#include "graph/file_bytes.hpp"
#include "graph/input_error.hpp"
#include "graph/output_error.hpp"
#include "graph/read_options.hpp"

namespace handshake {

bool is_binary_graph(std::string_view start);

// Throws InputError, which names `path`, if the file is damaged, or if the graph is not valid.
CsrGraph read_binary_graph(const FileBytes& file, const std::string& path,
                           const ReadOptions& options, ReadReport& report);

// The graph must be valid. The file is written completely or not at all. Throws OutputError.
void write_binary_graph(const std::string& path, const CsrGraph& graph, int threads = 0);

}  // namespace handshake
