// Makes a graph from a spec, or reads it from a file.
#include "graph/generate_or_read.hpp"

#include <cstdio>

#include "graph/generate.hpp"
#include "graph/read_graph.hpp"

namespace handshake {

CsrGraph generate_or_read(const std::string& input) {
  if (is_graph_spec(input)) return generate(parse_graph_spec(input));
  ReadReport report;
  CsrGraph graph = read_graph(input, {}, &report);
  const std::string text = describe(report);
  if (!text.empty()) std::fprintf(stderr, "%s: %s\n", input.c_str(), text.c_str());
  return graph;
}

}  // namespace handshake
