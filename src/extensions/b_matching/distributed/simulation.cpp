// Runs the ranks of a simulation. Keeps the messages that were sent, but not delivered yet.
#include "extensions/b_matching/distributed/simulation.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "extensions/b_matching/distributed/graph_part.hpp"
#include "extensions/b_matching/distributed/rank_engine.hpp"

namespace handshake::b_matching {
namespace {

class Network {
 public:
  Network(const std::vector<GraphPart>& parts, const Strategy& strategy, int threads)
      : waiting_(parts.size()) {
    for (const GraphPart& part : parts) {
      engines_.push_back(std::make_unique<RankEngine>(part, strategy, threads));
    }
  }

  // In each step, all ranks take the messages that were sent in the previous step.
  void go_in_step() {
    while (std::any_of(engines_.begin(), engines_.end(), [](auto& e) { return e->has_work(); }) ||
           std::any_of(waiting_.begin(), waiting_.end(), [](auto& w) { return !w.empty(); })) {
      std::vector<std::vector<Messages>> arriving(waiting_.size());
      arriving.swap(waiting_);
      for (std::size_t rank = 0; rank < engines_.size(); ++rank) step(rank, arriving[rank]);
    }
  }

  // Runs one rank at a time, chosen at random, with some of the messages that wait for it.
  void go_by_chance(std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t size) {
      return std::uniform_int_distribution<std::size_t>(0, size - 1)(random);
    };
    for (std::vector<std::size_t> able = able_ranks(); !able.empty(); able = able_ranks()) {
      const std::size_t rank = able[below(able.size())];
      Messages arriving;
      std::vector<Messages>& waiting = waiting_[rank];
      std::shuffle(waiting.begin(), waiting.end(), random);
      const std::size_t least = engines_[rank]->has_work() ? 0 : 1;
      for (std::size_t left = least + below(waiting.size() + 1 - least); left > 0; --left) {
        arriving.insert(arriving.end(), waiting.back().begin(), waiting.back().end());
        waiting.pop_back();
      }
      std::shuffle(arriving.begin(), arriving.end(), random);
      step(rank, {std::move(arriving)});
    }
  }

  BMatching matching(const std::vector<GraphPart>& parts) const {
    BMatching matching;
    matching.offsets = Buffer<EdgeIndex>(parts[0].ranges.nodes + std::size_t{1});
    matching.offsets[0] = 0;
    std::vector<Node> partners;
    for (const GraphPart& part : parts) {
      const RankEngine& engine = *engines_[part.rank];
      for (Node i = 0; i < part.nodes; ++i) {
        for (std::int32_t k = 0; k < engine.num_partners(i); ++k) {
          partners.push_back(engine.partners(i)[k].giver);
        }
        matching.offsets[part.first + i + 1] = static_cast<EdgeIndex>(partners.size());
      }
    }
    matching.partners = Buffer<Node>(partners.size());
    std::copy(partners.begin(), partners.end(), matching.partners.begin());
    return matching;
  }

  const RankEngine& engine(int rank) const { return *engines_[rank]; }
  std::int64_t bundles() const { return bundles_; }

 private:
  void step(std::size_t rank, const std::vector<Messages>& arriving) {
    RankEngine& engine = *engines_[rank];
    engine.superstep({arriving.begin(), arriving.end()});
    for (std::size_t to = 0; to < waiting_.size(); ++to) {
      if (engine.outbox()[to].empty()) continue;
      waiting_[to].push_back(engine.outbox()[to]);
      ++bundles_;
    }
  }

  std::vector<std::size_t> able_ranks() const {
    std::vector<std::size_t> able;
    for (std::size_t rank = 0; rank < engines_.size(); ++rank) {
      if (engines_[rank]->has_work() || !waiting_[rank].empty()) able.push_back(rank);
    }
    return able;
  }

  std::vector<std::unique_ptr<RankEngine>> engines_;
  std::vector<std::vector<Messages>> waiting_;  // [rank that gets the messages]
  std::int64_t bundles_ = 0;
};

}  // namespace

Counts Simulation::total() const {
  Counts total;
  for (const Counts& of_rank : counts) total += of_rank;
  return total;
}

Simulation simulate(const Problem& problem, const DistributedOptions& options, int threads) {
  const Buffer<std::int32_t> degrees =
      problem.ties == TieRule::kDegree ? degrees_of(problem.graph) : Buffer<std::int32_t>();
  std::vector<GraphPart> parts;
  for (int rank = 0; rank < options.ranks; ++rank) {
    parts.push_back(
        part_of(problem.graph, problem.bounds, problem.ties, degrees, options.ranks, rank));
  }
  Network network(parts, options.strategy, threads);
  if (options.delivery) {
    network.go_by_chance(*options.delivery);
  } else {
    network.go_in_step();
  }
  Simulation result;
  result.bundles = network.bundles();
  result.matching = network.matching(parts);
  for (int rank = 0; rank < options.ranks; ++rank) {
    const RankEngine& engine = network.engine(rank);
    const std::string fault = engine.fault();
    if (!fault.empty()) throw std::logic_error("rank " + std::to_string(rank) + ": " + fault);
    result.counts.push_back(engine.counts());
  }
  return result;
}

}  // namespace handshake::b_matching
