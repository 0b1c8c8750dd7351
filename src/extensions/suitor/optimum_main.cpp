// Measures how near matchings come to the optimum, which LEMON computes: the greedy matching with
// the tie rules index and degree, and these matchings after some scans of common/improve.hpp.
//
//   suitor_optimum GRAPH ...
#include <chrono>
#include <cstdio>
#include <string>

#include "extensions/common/improve.hpp"
#include "extensions/suitor/match.hpp"
#include "graph/generate_or_read.hpp"
#include "graph/run_program.hpp"
#include "matching/matching.hpp"
#include "matching/optimal_weight.hpp"

namespace handshake::suitor {
namespace {

struct Result {
  double share;  // of the optimum, in percent
  double milliseconds;
};

Result result_of(const CsrGraph& graph, TieRule ties, int scans, double optimum) {
  Buffer<Node> matches(graph.numNodes);
  const auto start = std::chrono::steady_clock::now();
  match(graph, {ties, 1, scans}, matches.data());
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return {100 * matching_weight(graph, matches) / optimum, time.count()};
}

void print_row(const std::string& spec) {
  const CsrGraph graph = generate_or_read(spec);
  const double optimum = optimal_matching_weight(graph);
  std::printf("| %s | %lld | %.6f |", spec.c_str(), static_cast<long long>(graph.numEdges() / 2),
              optimum);
  double milliseconds[2] = {};
  for (const int scans : {0, 1, 2, 4, 8}) {
    const Result result = result_of(graph, TieRule::kIndex, scans, optimum);
    if (scans == 0 || scans == 4) milliseconds[scans / 4] = result.milliseconds;
    std::printf(" %.2f |", result.share);
  }
  for (const int scans : {0, 4}) {
    std::printf(" %.2f |", result_of(graph, TieRule::kDegree, scans, optimum).share);
  }
  std::printf(" %.1f | %.1f |\n", milliseconds[0], milliseconds[1]);
  std::fflush(stdout);
}

int run(int argc, char** argv) {
  return run_program("suitor_optimum", [&] {
    std::puts(
        "percent of the optimum; milliseconds on one thread\n"
        "| graph | edges | optimum | greedy | 1 scan | 2 | 4 | 8 | degree, greedy | degree, 4 "
        "| greedy, ms | with 4 scans, ms |\n|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (int i = 1; i < argc; ++i) print_row(argv[i]);
  });
}

}  // namespace
}  // namespace handshake::suitor

int main(int argc, char** argv) {
  return handshake::suitor::run(argc, argv);
}
