// On the way up the hierarchy, the engine makes passes over each graph, and then contracts it. On
// the way down, passes over the finer graph improve the communities of the coarser graph.
#include "extensions/louvain/cpu_engine.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/cpu_passes.hpp"
#include "extensions/louvain/move_rule.hpp"
#include "extensions/louvain/stopwatch.hpp"
#include "graph/parallel.hpp"
#include "graph/progress.hpp"

namespace handshake::louvain {
namespace {

class CpuEngine {
 public:
  CpuEngine(const Problem& problem, const Options& options, Measures* measures)
      : problem_(problem),
        options_(options),
        measures_(measures),
        rules_{&problem, options.engine == EngineKind::kSerial ? 1 : options.threads,
               options.colors, options.threshold},
        memory_(problem.graph.nodes, fits_narrow(problem)) {}

  Buffer<Node> run(std::vector<std::vector<Node>>* hierarchy) {
    Stopwatch watch;
    const double up = 0.7;  // the share of the way up, about; each level takes 0.3 of the one below
    const auto left = [](std::size_t level) { return std::pow(0.3, double(level)); };
    for (bool shrinks = true; shrinks;) {
      const std::size_t level = nodes_of_.size();
      const ProgressPart part(up * (1 - left(level)), up * (1 - left(level + 1)));
      shrinks = climb();
    }
    Buffer<Node> communities = own_communities(graph_of(nodes_of_.size()).nodes);
    for (std::size_t level = nodes_of_.size(); level-- > 0;) {
      communities = project(nodes_of_[level], communities);
      const ProgressPart part(1 - (1 - up) * (1 - left(level + 1)),
                              1 - (1 - up) * (1 - left(level)));
      refine(level, &communities);
    }
    measures_->milliseconds = watch.lap();
    if (hierarchy != nullptr) *hierarchy = all_levels();
    return communities;
  }

 private:
  const LevelGraph& graph_of(std::size_t level) const {
    return level == 0 ? problem_.graph : coarser_[level - 1];
  }

  Buffer<Node> own_communities(Node nodes) const {
    Buffer<Node> communities(nodes);
    for_nodes(nodes, [&](std::int64_t v) { communities[v] = static_cast<Node>(v); });
    return communities;
  }

  template <class Visit>
  void for_nodes(Node nodes, const Visit& visit) const {
    constexpr std::int64_t kBlock = 1 << 14;
    for_each_number(nodes, kBlock, rules_.threads, visit);
  }

  // Makes the next level. Returns false if no next level can be made.
  bool climb() {
    const LevelGraph& level = graph_of(nodes_of_.size());
    if (level.edges() == 0 || static_cast<int>(nodes_of_.size()) >= options_.levels) return false;
    Stopwatch watch;
    LevelMeasures found;
    found.nodes = level.nodes;
    found.directed_edges = level.edges();
    const int threads = threads_for(level, rules_.threads);
    Buffer<Node> communities = own_communities(level.nodes);
    orders_.emplace_back(level, rules_.colors, threads);
    found.passes = improve_on_cpu(level, orders_.back(), rules_, options_.passes, &memory_,
                                  &communities, &found.scanned);
    found.optimize_ms = watch.lap();
    const Node count = number_by_first_member(&communities, threads);
    const bool shrinks = count < level.nodes;
    if (shrinks) {
      Contraction made = contract_on_cpu(level, communities, count, threads);
      for_nodes(level.nodes,
                [&](std::int64_t v) { communities[v] = made.node_of[communities[v]]; });
      nodes_of_.push_back(std::move(communities));
      coarser_.push_back(std::move(made.graph));
    }
    found.contract_ms = watch.lap();
    measures_->levels.push_back(found);
    return shrinks;
  }

  // Gives every node v of the finer graph the community of node_of[v] in the coarser graph. If
  // node_of[v] is not a node of that graph, it is a finished community (see Contraction).
  Buffer<Node> project(const Buffer<Node>& node_of, const Buffer<Node>& coarse) const {
    Buffer<Node> fine(node_of.size());
    for_nodes(static_cast<Node>(fine.size()), [&](std::int64_t v) {
      const Node node = node_of[v];
      fine[v] = static_cast<std::size_t>(node) < coarse.size() ? coarse[node] : node;
    });
    return fine;
  }

  // Improves the communities by passes over the graph of this level. If the next graph is the
  // coarsest one and has no edges, none of its nodes has moved, so no pass is needed.
  void refine(std::size_t level, Buffer<Node>* communities) {
    if (level + 1 == nodes_of_.size() && coarser_.back().edges() == 0) return;
    Stopwatch watch;
    LevelMeasures& found = measures_->levels[level];
    found.refine_passes =
        improve_on_cpu(graph_of(level), orders_[level], rules_, options_.refine_passes, &memory_,
                       communities, &found.scanned);
    found.refine_ms = watch.lap();
  }

  std::vector<std::vector<Node>> all_levels() const {
    std::vector<std::vector<Node>> levels;
    Buffer<Node> reached = own_communities(problem_.graph.nodes);
    for (const Buffer<Node>& node_of : nodes_of_) {
      for (Node& node : reached) {
        if (static_cast<std::size_t>(node) < node_of.size()) node = node_of[node];
      }
      levels.emplace_back(reached.begin(), reached.end());
    }
    return levels;
  }

  const Problem& problem_;
  const Options& options_;
  Measures* measures_;
  const PassRules rules_;
  PassMemory memory_;
  std::deque<LevelGraph> coarser_;      // the levels above the input
  std::vector<ColorOrder> orders_;      // [level]
  std::vector<Buffer<Node>> nodes_of_;  // [level][node]: its node in the coarser graph
};

}  // namespace

Buffer<Node> find_on_cpu(const Problem& problem, const Options& options,
                         std::vector<std::vector<Node>>* hierarchy, Measures* measures) {
  return CpuEngine(problem, options, measures).run(hierarchy);
}

}  // namespace handshake::louvain
