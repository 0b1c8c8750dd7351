// The steps that every matching program takes after it has made an engine.
#pragma once

#include <cstdio>
#include <string>

#include "extensions/common/best_of.hpp"
#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "graph/file_writer.hpp"
#include "graph/write_matches.hpp"
#include "matching/matching.hpp"

namespace handshake {

// Matches the graph a.repeat times, prints one line about the best run to `summary`, and writes the
// files a.output and a.json if their names are not empty. to_json(matches, best) returns the text
// of a.json.
template <class Engine, class Arguments, class ToJson>
void match_and_report(const CsrGraph& graph, Engine* engine, const Arguments& a, std::FILE* summary,
                      const ToJson& to_json) {
  const auto best = best_of(a.repeat, [&] { return engine->run(); });
  const Buffer<Node> matches = engine->matches();
  std::fprintf(summary,
               "%d nodes, %lld directed edges: %lld matched edges of weight %.6f in %.3f ms\n",
               graph.numNodes, static_cast<long long>(graph.numEdges()),
               static_cast<long long>(count_matched_edges(matches)),
               matching_weight(graph, matches), best.milliseconds);
  if (!a.output.empty()) write_matches(a.output, matches.data(), matches.size());
  if (!a.json.empty()) write_text(a.json, to_json(matches, best));
}

}  // namespace handshake
