// The method of Blondel, Guillaume, Lambiotte and Lefebvre. Nodes move in the order of their
// numbers, until a pass gains less than the threshold. Then the graph is contracted. Both steps are
// repeated until all passes over a graph together gain less than the final threshold.
#include "extensions/louvain/sequential.hpp"

#include <deque>
#include <numeric>
#include <utility>
#include <vector>

#include "extensions/louvain/contract.hpp"
#include "extensions/louvain/move_rule.hpp"
#include "extensions/louvain/neighbor_sums.hpp"
#include "extensions/louvain/stopwatch.hpp"

namespace handshake::louvain {
namespace {

class SequentialLevel {
 public:
  SequentialLevel(const Problem& problem, const LevelGraph& level)
      : level_(level),
        gains_(gains_of<Wide>(problem)),
        community_(level.nodes),
        totals_(level.nodes) {
    std::iota(community_.begin(), community_.end(), 0);
    for (Node v = 0; v < level.nodes; ++v) totals_[v] = level.strengths[v];
  }

  // Makes a pass. Returns the gain of modularity, multiplied by resolution.under * total^2.
  Wide pass() {
    Wide gain = 0;
    for (Node v = 0; v < level_.nodes; ++v) gain += 2 * move(v);
    return gain;
  }

  Buffer<Node>& communities() { return community_; }

 private:
  Wide move(Node v) {
    const EdgeIndex begin = level_.offsets[v], end = level_.offsets[v + 1];
    sums_.start(end - begin);
    std::visit(
        [&](const auto& weights) {
          for (EdgeIndex e = begin; e < end; ++e) {
            sums_.add(community_[level_.neighbors[e]], weights[e]);
          }
        },
        level_.weights);
    const Weight strength = level_.strengths[v];
    const Node own = community_[v];
    totals_[own] -= strength;
    const Wide stays = gains_.value(sums_.to(own), strength, totals_[own]);
    Node best = own;
    Wide best_value = stays;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const Wide value = gains_.value(sums_.weight(i), strength, totals_[sums_.community(i)]);
      if (value > best_value) best = sums_.community(i), best_value = value;
    }
    totals_[best] += strength;
    community_[v] = best;
    return best_value - stays;
  }

  const LevelGraph& level_;
  const Gains<Wide> gains_;
  Buffer<Node> community_;
  std::vector<Weight> totals_;
  NeighborSums<Weight> sums_;
};

}  // namespace

Buffer<Node> find_sequentially(const Problem& problem, const Options& options,
                               std::vector<std::vector<Node>>* hierarchy, Measures* measures) {
  std::deque<LevelGraph> coarser;
  const LevelGraph* level = &problem.graph;
  Buffer<Node> found(level->nodes);
  std::iota(found.begin(), found.end(), 0);
  Stopwatch all;
  while (level->edges() > 0 && static_cast<int>(coarser.size()) < options.levels) {
    Stopwatch watch;
    LevelMeasures measured;
    measured.nodes = level->nodes;
    measured.directed_edges = level->edges();
    const Wide least = gain_of(problem, options.paper.threshold_for(level->nodes));
    SequentialLevel passes(problem, *level);
    Wide gained = 0;
    for (Wide gain = least + 1; gain > 0 && gain >= least; ++measured.passes) {
      gained += gain = passes.pass();
      if (measures->levels.empty() && measured.passes == 0) measures->first_pass_ms = watch.total();
    }
    measured.scanned = measured.passes * measured.directed_edges;
    measured.optimize_ms = watch.lap();
    const Node count = number_by_first_member(&passes.communities());
    const bool shrinks = count < level->nodes;
    Contraction made = contract_on_cpu(*level, passes.communities(), count, 1);
    for (Node& node : found) {
      if (node < level->nodes) node = made.node_of[passes.communities()[node]];
    }
    if (hierarchy != nullptr) hierarchy->emplace_back(found.begin(), found.end());
    measured.contract_ms = watch.lap();
    measures->levels.push_back(measured);
    if (!shrinks || gained < gain_of(problem, options.paper.final_threshold)) break;
    coarser.push_back(std::move(made.graph));
    level = &coarser.back();
  }
  measures->milliseconds = all.total();
  return found;
}

}  // namespace handshake::louvain
