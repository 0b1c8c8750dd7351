// Turns whole passes into a list of cases, and searches for a small graph on which a kernel
// fails.
#include "labs/matching/passes.hpp"

#include "labs/matching/oracle.hpp"

namespace handshake::suite {

namespace {

constexpr int kShrinkTries = 1500;

std::vector<KernelCase> cases_of_pass(const Kernel& kernel, const Pass& pass,
                                      const std::vector<int>& matches_before,
                                      const CaseTitle& title) {
  if (&kernel == &kHandshaking)
    return {handshaking_case(title, pass.strongNeighbor, matches_before)};
  if (&kernel == &kFilter) return {filter_case(title, pass.edges, pass.matches)};
  std::vector<KernelCase> cases;
  std::vector<int> sums = pass.keepEdges;
  sums.push_back(0);
  for (const int distance : scan_distances(pass.edges.numEdges())) {
    cases.push_back(scan_case(title, sums, distance));
    sums = cases.back().expected;
  }
  return cases;
}

}  // namespace

std::vector<PassCase> pass_cases(const Kernel& kernel, const EdgeList& graph,
                                 const CaseTitle& title) {
  std::vector<PassCase> cases;
  std::vector<int> matches(graph.numNodes, kUnmatched);
  int number = 0;
  for (const Pass& pass : all_passes(graph)) {
    number++;
    for (KernelCase& made : cases_of_pass(kernel, pass, matches, title.in(number)))
      cases.push_back({number, std::move(made)});
    matches = pass.matches;
  }
  return cases;
}

std::vector<KernelCase> with_passes(const Kernel& kernel, std::vector<KernelCase> alone) {
  const std::vector<std::pair<CaseTitle, EdgeList>> graphs = {
      {{Scene::path, 6}, path_graph({1, 2, 3, 4, 5})},
      {{Scene::random_graph, 12}, random_graph(31, 12, 20, {1, 4})},
      {{Scene::random_graph, 50}, random_graph(32, 50, 150, {-9, 9})},
      {{Scene::random_graph, 300}, random_graph(33, 300, 900, {1, 30})},
  };
  for (const auto& [title, graph] : graphs)
    for (PassCase& step : pass_cases(kernel, graph, title))
      alone.push_back(std::move(step.kernel_case));
  return alone;
}

std::optional<Failure> run_passes(KernelRunner& runner, const Kernel& kernel, const EdgeList& graph,
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

std::optional<FailingGraph> smallest_failing_graph(RunnerSource& source, const Kernel& kernel,
                                                   const Failure& failure) {
  // Tries the launch shape of `./match -threads 256` first: if the kernel fails with it, ./match
  // probably fails on the graph as well.
  const Shape of_match{1, 256};
  const std::unique_ptr<KernelRunner> runner = source.open(kernel, failure.schedule);
  std::vector<RunOnGraph> ways;
  for (const Shape shape : {of_match, failure.shape})
    for (int poison = 0; poison < 2; poison++)
      ways.push_back([&runner, &kernel, shape, poison](const EdgeList& graph) {
        return run_passes(*runner, kernel, graph, {shape, poison});
      });
  return find_failing_graph(ways);
}

}  // namespace handshake::suite
