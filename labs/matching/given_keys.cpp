// Finds the values that were passed to an atomic function for the edges of a node. See
// edges_of_node.hpp.
#include <algorithm>
#include <map>

#include "labs/matching/edges_of_node.hpp"
#include "labs/matching/facts.hpp"

namespace handshake::suite {

namespace {

// The pointers to the edge list of a pass.
struct EdgeArrays {
  const Argument *src, *dst;
};

// The index of the last edge whose src or dst the thread read before this step; -1: there is none.
int edge_of(const LaunchHistory& launch, const Step& step, EdgeArrays arrays) {
  for (const Step* before = &step; before != launch.steps.data();) {
    before--;
    if (before->thread != step.thread || before->kind != StepKind::read) continue;
    for (const Argument* array : {arrays.src, arrays.dst})
      if (before->allocation == array->allocation) return before->first - array->first;
  }
  return -1;
}

bool is_for_node(const Step& step, int node) {
  return step.given && step.first == node * (step.last - step.first + 1);
}

// The value that was passed to the atomic function for each edge of the node. Empty if any edge got
// no value, or more than one.
std::vector<GivenKey> keys_of(const LaunchHistory& launch, int place, EdgeArrays arrays,
                              const EdgeList& edges, int node) {
  std::map<int, GivenKey> of_edge;
  for (const Step& step : launch.steps) {
    if (step.place != place || !is_for_node(step, node)) continue;
    const int edge = edge_of(launch, step, arrays);
    if (edge < 0 || edge >= edges.numEdges() || edges.src[edge] != node) return {};
    if (!of_edge.emplace(edge, GivenKey{edges.dst[edge], edges.weight[edge], *step.given}).second)
      return {};
  }
  if (static_cast<long>(of_edge.size()) != std::count(edges.src.begin(), edges.src.end(), node))
    return {};
  std::vector<GivenKey> keys;
  for (const auto& [_, key] : of_edge) keys.push_back(key);
  return keys;
}

bool beats(const GivenKey& one, const GivenKey& other) {
  return one.given.to_max ? other.given < one.given : one.given < other.given;
}

// Whether the kernel passed the indices of the neighbors to the atomic function. This may be right
// in a second kernel that looks only at the heaviest edges.
bool are_nodes(const std::vector<GivenKey>& keys) {
  return std::all_of(keys.begin(), keys.end(), [](const GivenKey& one) {
    return one.given.bits == static_cast<unsigned long long>(one.neighbor);
  });
}

bool have_ones_above(const std::vector<GivenKey>& keys) {
  const bool all_ones = std::all_of(keys.begin(), keys.end(), [](const GivenKey& one) {
    return one.given.bits >> 32 == 0xffffffffu;
  });
  return all_ones && std::any_of(keys.begin(), keys.end(), [&](const GivenKey& one) {
           return one.weight != keys.front().weight;
         });
}

}  // namespace

bool tell_given_keys(const History& history, const PassLaunches& pass, const EdgeList& edges,
                     Failure& failure) {
  constexpr size_t kMostKeys = 6;
  const EdgeArrays arrays{argument_of(pass.filter, 1), argument_of(pass.filter, 2)};
  if (!arrays.src || !arrays.dst) return false;
  for (const LaunchHistory* launch : pass.own) {
    for (const Step& step : launch->steps) {
      if (!is_for_node(step, failure.index)) continue;
      const std::vector<GivenKey> keys = keys_of(*launch, step.place, arrays, edges, failure.index);
      const auto right = std::find_if(keys.begin(), keys.end(), [&](const GivenKey& one) {
        return one.neighbor == failure.expected;
      });
      if (right == keys.end() || keys.size() > kMostKeys || are_nodes(keys)) break;
      const bool loses = std::any_of(keys.begin(), keys.end(),
                                     [&](const GivenKey& one) { return beats(one, *right); });
      if (!loses) break;
      const Place& place = history.places[step.place];
      add_place(failure, place);
      failure.what.push_back(GivenKeys{failure.index, *failure.expected, place, keys,
                                       step.last > step.first && have_ones_above(keys)});
      failure.hint.propose(Hint{"number_of_edge"}.from(Sure::cause));
      return true;
    }
  }
  return false;
}

}  // namespace handshake::suite
