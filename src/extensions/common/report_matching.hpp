// What the programs that match a graph have in common: their last steps.
#pragma once

#include "extensions/common/program.hpp"
#include "graph/csr.hpp"
#include "graph/write_matches.hpp"
#include "matching/matching.hpp"
#include "matching/verify_matching.hpp"

namespace handshake {

constexpr const char* kMatchesHelp = "one line per node: its partner, 0-based, or -1";
constexpr const char* kStableHelp =
    "check that no two neighbors prefer each other to their partners";

// Matches the graph -repeat times, and reports the best run. more(measures, matched edges)
// returns more members of the JSON object.
template <class Engine, class More>
void match_and_report(const Program& program, const CsrGraph& graph, TieRule ties, Engine* engine,
                      const More& more) {
  const auto best = program.best_of([&] { return engine->run(); });
  const Buffer<Node> matches = engine->matches();
  const std::int64_t edges = count_matched_edges(matches);
  const double weight = matching_weight(graph, matches);
  program.say("%d nodes, %lld directed edges: %lld matched edges of weight %.6f in %.3f ms\n",
              graph.numNodes, static_cast<long long>(graph.numEdges()),
              static_cast<long long>(edges), weight, best.milliseconds);
  program.verify("no two neighbors prefer each other to their partners",
                 [&] { return verify_matching(graph, matches, Demand::kStable, ties).words; });
  if (!program.output.empty()) write_matches(program.output, matches.data(), matches.size());
  Json members = {{"nodes", graph.numNodes},
                  {"directed_edges", graph.numEdges()},
                  {"matched_edges", edges},
                  {"weight", weight}};
  members.update(more(best, edges));
  members.update(Json(best));
  program.write_json(members);
}

}  // namespace handshake
