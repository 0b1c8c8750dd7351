// Makes the input graph of a program from a spec, or reads it from a file.
#pragma once

#include <string>
#include <vector>

#include "graph/csr.hpp"
#include "graph/read_options.hpp"

namespace handshake {

// With `loops`, the self loops of a file are stored there. If the reader drops or merges entries of a file, this is reported on the standard error. Throws
// what generate() and read_graph() throw.
CsrGraph generate_or_read(const std::string& input, std::vector<SelfLoop>* loops = nullptr);

}  // namespace handshake
