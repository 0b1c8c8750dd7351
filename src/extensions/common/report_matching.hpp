// What the programs that match a graph have in common: their last steps.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "extensions/common/improve.hpp"
#include "extensions/common/program.hpp"
#include "graph/csr.hpp"
#include "graph/write_matches.hpp"
#include "matching/matching.hpp"
#include "matching/optimal_weight.hpp"
#include "matching/verify_matching.hpp"

namespace handshake {

constexpr const char* kMatchesHelp = "one line per node: its partner, 0-based, or -1";
constexpr const char* kStableHelp =
    "check that no two neighbors prefer each other to their partners; and after -quality or "
    "-exact, that the result is a matching and not lighter";
constexpr const char* kQualityHelp =
    "the number of scans that make the matching heavier, on the GPU if the engine has the graph "
    "there; 4 give most of the gain";

constexpr const char* kExactHelp =
    "the heaviest matching, which LEMON computes on the CPU: for small graphs, because millions of "
    "edges take minutes";

// What the flags -quality and -exact ask for.
struct Better : ImproveOptions {
  Better() { scans = 0; }
  bool is_exact = false;
};

// Makes the matching heavier on the CPU.
inline Improved improve_on_cpu(const CsrGraph& graph, const ImproveOptions& options,
                               const Buffer<Node>& matches) {
  Improved improved{{}, Buffer<Node>(matches.size())};
  std::copy(matches.begin(), matches.end(), improved.matches.begin());
  const auto start = std::chrono::steady_clock::now();
  improved.measures.scans = improve(graph, options, improved.matches.data());
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  improved.measures.milliseconds = time.count();
  return improved;
}

// Does what -quality asks for, -repeat times, and reports the best run. Puts the new matching into
// *matches, and returns members for the JSON object.
template <class Engine>
Json improve_and_report(const Program& program, const CsrGraph& graph,
                        const ImproveOptions& options, Engine* engine, Buffer<Node>* matches) {
  const double before = matching_weight(graph, *matches);
  Buffer<Node> heavier;
  bool on_gpu = false;
  const QualityMeasures best = program.best_of([&] {
    std::optional<Improved> improved = engine->improve_on_gpu(options.scans);
    on_gpu = improved.has_value();
    if (!on_gpu) improved = improve_on_cpu(graph, options, *matches);
    heavier = std::move(improved->matches);
    return improved->measures;
  });
  *matches = std::move(heavier);
  const double after = matching_weight(graph, *matches);
  program.say("after %d scans of -quality on the %s: weight %.6f in %.3f ms\n", best.scans,
              on_gpu ? "GPU" : "CPU", after, best.milliseconds);
  program.verify("this is a matching, and not lighter than before", [&]() -> std::string {
    const double least = before - 1e-9 * std::abs(before);  // both sums were rounded
    if (!(after >= least)) return "it is lighter than before";
    return verify_matching(graph, *matches, Demand::kMatching).words;
  });
  return {{"quality", options.scans},
          {"quality_on", on_gpu ? "gpu" : "cpu"},
          {"quality_scans", best.scans},
          {"quality_milliseconds", best.milliseconds},
          {"weight_before_quality", before}};
}

// Does what -exact asks for, and returns members for the JSON object.
inline Json replace_by_optimum(const Program& program, const CsrGraph& graph,
                               Buffer<Node>* matches) {
  const double before = matching_weight(graph, *matches);
  const auto start = std::chrono::steady_clock::now();
  *matches = optimal_matching(graph);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  const double optimum = matching_weight(graph, *matches);
  const double percent = optimum > 0 ? 100 * before / optimum : 100;
  program.say(
      "the heaviest matching has the weight %.6f (%.3f ms); the one before has %.2f %% of it\n",
      optimum, time.count(), percent);
  program.verify("this is a matching, and not lighter than before", [&]() -> std::string {
    const double least = before - 1e-9 * std::abs(before);  // both sums were rounded
    if (!(optimum >= least)) return "it is lighter than before";
    return verify_matching(graph, *matches, Demand::kMatching).words;
  });
  return {{"exact_milliseconds", time.count()},
          {"weight_before_exact", before},
          {"percent_of_optimum", percent}};
}

// Matches the graph -repeat times, and reports the best run. more(measures, matched edges before
// -quality) returns more members of the JSON object.
template <class Engine, class More>
void match_and_report(const Program& program, const CsrGraph& graph, TieRule ties,
                      const Better& better, Engine* engine, const More& more) {
  const auto best = program.best_of([&] { return engine->run(); });
  Buffer<Node> matches = engine->matches();
  const std::int64_t edges = count_matched_edges(matches);
  program.say("%d nodes, %lld directed edges: %lld matched edges of weight %.6f in %.3f ms\n",
              graph.numNodes, static_cast<long long>(graph.numEdges()),
              static_cast<long long>(edges), matching_weight(graph, matches), best.milliseconds);
  program.verify("no two neighbors prefer each other to their partners",
                 [&] { return verify_matching(graph, matches, Demand::kStable, ties).words; });
  Json improved = Json::object();
  if (better.scans > 0) {
    improved = improve_and_report(program, graph, better, engine, &matches);
  }
  if (better.is_exact) improved.update(replace_by_optimum(program, graph, &matches));
  if (!program.output.empty()) write_matches(program.output, matches.data(), matches.size());
  Json members = {{"nodes", graph.numNodes},
                  {"directed_edges", graph.numEdges()},
                  {"matched_edges", count_matched_edges(matches)},
                  {"weight", matching_weight(graph, matches)}};
  members.update(more(best, edges));
  members.update(Json(best));
  members.update(improved);
  program.write_json(members);
}

}  // namespace handshake
