// Makes a graph from a spec, or reads it from a file.
#include "graph/generate_or_read.hpp"

#include <cstdio>

#include "graph/generate.hpp"
#include "graph/read_graph.hpp"

namespace handshake {

CsrGraph generate_or_read(const std::string& input, std::vector<SelfLoop>* loops) {
  if (is_graph_spec(input)) return generate(parse_graph_spec(input));
  ReadOptions options;
  options.keepLoops = loops != nullptr;
  ReadReport report;
  CsrGraph graph = read_graph(input, options, &report);
  if (loops != nullptr) {
    *loops = std::move(report.loops);
    report.selfLoops = 0;
  }
  const std::string text = describe(report);
  if (!text.empty()) std::fprintf(stderr, "%s: %s\n", input.c_str(), text.c_str());
  return graph;
}

}  // namespace handshake
