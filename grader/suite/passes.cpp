// Turns whole passes into a list of cases, and searches for a small graph on which a kernel
// fails.
#include "suite/passes.hpp"

#include "suite/oracle.hpp"

namespace handshake::suite {

namespace {

constexpr int kShrinkTries = 1500;

std::vector<KernelCase> cases_of_pass(Kernel kernel, const Pass& pass,
                                      const std::vector<int>& matches_before,
                                      const CaseTitle& title) {
  switch (kernel) {
    case Kernel::handshaking:
      return {handshaking_case(title, pass.strongNeighbor, matches_before, pass.edges)};
    case Kernel::filter:
      return {filter_case(title, pass.edges, pass.matches)};
    case Kernel::scan: {
      std::vector<KernelCase> cases;
      std::vector<int> sums = pass.keepEdges;
      sums.push_back(0);
      for (const int distance : scan_distances(pass.edges.numEdges())) {
        cases.push_back(scan_case(title, sums, distance));
        sums = cases.back().expected;
      }
      return cases;
    }
  }
  return {};
}

}  // namespace

std::vector<PassCase> pass_cases(Kernel kernel, const EdgeList& graph) {
  std::vector<PassCase> cases;
  std::vector<int> matches(graph.numNodes, kUnmatched);
  int number = 0;
  for (const Pass& pass : all_passes(graph)) {
    const CaseTitle title = CaseTitle{}.in(++number);
    for (KernelCase& made : cases_of_pass(kernel, pass, matches, title))
      cases.push_back({number, std::move(made)});
    matches = pass.matches;
  }
  return cases;
}

std::optional<Failure> run_passes(KernelRunner& runner, Kernel kernel, const EdgeList& graph,
                                  RunSettings settings) {
  for (const PassCase& step : pass_cases(kernel, graph)) {
    CaseResult result = run_case(runner, step.kernel_case, settings);
    if (!result.failure) continue;
    result.failure->pass = step.pass;
    return result.failure;
  }
  return std::nullopt;
}

const std::vector<EdgeList>& graphs_to_try() {
  static const std::vector<EdgeList> kGraphs = [] {
    std::vector<EdgeList> graphs;
    for (int nodes = 2; nodes <= 12; nodes++)
      for (int variant = 0; variant < 8; variant++)
        graphs.push_back(random_graph(nodes * 100 + variant, nodes, nodes + variant % 4 * nodes / 2,
                                      {variant % 3 == 0 ? -3 : 1, 1 + variant}));
    for (const int nodes : {30, 60, 150, 300, 800})
      graphs.push_back(random_graph(nodes, nodes, nodes * 3, {1, 20}));
    return graphs;
  }();
  return kGraphs;
}

std::optional<FailingGraph> find_failing_graph(const std::vector<RunOnGraph>& ways) {
  for (const EdgeList& graph : graphs_to_try()) {
    for (const RunOnGraph& run : ways) {
      const std::optional<Failure> failure = run(graph);
      if (!failure) continue;
      // If a run hangs, its graph is not made smaller: every try would take the whole time limit.
      if (failure->is_spent) return std::nullopt;
      if (failure->hangs) return FailingGraph{graph, *failure};
      const auto still_fails = [&](const EdgeList& smaller) {
        const std::optional<Failure> again = run(smaller);
        return again && again->verdict == failure->verdict;
      };
      const EdgeList smallest = shrink_graph(graph, still_fails, kShrinkTries);
      return FailingGraph{smallest, run(smallest).value_or(*failure)};
    }
  }
  return std::nullopt;
}

}  // namespace handshake::suite
