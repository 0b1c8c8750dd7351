// The graph that a program is given: made from a spec, or read from a file.
#pragma once

#include <string>

#include "graph/csr.hpp"

namespace handshake {

// What the reader changed in the graph of a file is reported on the standard error. Throws as
// generate() and read_graph() do.
CsrGraph generate_or_read(const std::string& input);

}  // namespace handshake
