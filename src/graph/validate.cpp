// Checks that a graph has all properties that csr.hpp promises.
#include "graph/validate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "graph/parallel.hpp"

namespace handshake {
namespace {

using Kind = GraphFaultKind;

constexpr std::int64_t kNodesPerPart = std::int64_t{1} << 16;

// A view whose offsets have 64 bits.
struct Lists {
  explicit Lists(const graph::View& graph)
      : numNodes(graph.numNodes), offsets(wide_offsets(graph)), neighbors(graph.neighbors) {}

  Node numNodes;
  graph::Array<EdgeIndex> offsets;
  graph::Span<Node> neighbors;
};

// fault_in(node) returns the fault of a node, without words if there is no fault. first_fault
// returns the fault of the first node that has one.
template <class FaultIn>
GraphFault first_fault(Node numNodes, int threads, const FaultIn& fault_in) {
  const std::int64_t parts = (numNodes + kNodesPerPart - 1) / kNodesPerPart;
  std::vector<GraphFault> faults(static_cast<std::size_t>(parts));
  for_each_part(parts, threads, [&](std::int64_t part) {
    const std::int64_t end = std::min((part + 1) * kNodesPerPart, std::int64_t{numNodes});
    for (std::int64_t v = part * kNodesPerPart; v < end && faults[part].words.empty(); v++)
      faults[part] = fault_in(static_cast<Node>(v));
  });
  for (GraphFault& fault : faults)
    if (!fault.words.empty()) return fault;
  return {};
}

std::string edge_name(Node v, Node neighbor) {
  return "the edge from node " + std::to_string(v) + " to node " + std::to_string(neighbor);
}

std::string size_fault(const Lists& graph, const graph::WeightSpans& weights) {
  const std::size_t neighbors = graph.neighbors.size();
  const std::size_t numWeights = std::visit(
      [&](const auto& array) -> std::size_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(array)>, graph::NoWeights>) {
          return neighbors;
        } else {
          return array.size();
        }
      },
      weights);
  if (graph.numNodes < 0) return "the number of nodes is negative";
  if (graph.numNodes == 0 && graph.offsets.empty() && neighbors == 0 && numWeights == 0) return {};
  if (graph.offsets.size() != static_cast<std::size_t>(graph.numNodes) + 1)
    return "there are " + std::to_string(graph.offsets.size()) + " offsets for " +
           std::to_string(graph.numNodes) + " nodes; there must be one more offset than nodes";
  if (graph.offsets[0] != 0) return "the first offset is not 0";
  const EdgeIndex last = graph.offsets[graph.numNodes];
  for (const std::size_t size : {neighbors, numWeights})
    if (last < 0 || static_cast<std::size_t>(last) != size)
      return "the last offset is " + std::to_string(last) + ", but there are " +
             std::to_string(neighbors) + " neighbors and " + std::to_string(numWeights) +
             " weights";
  return {};
}

GraphFault row_fault(const Lists& graph, Node v) {
  Node last = -1;
  for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; e++) {
    const Node neighbor = graph.neighbors[e];
    if (neighbor < 0 || neighbor >= graph.numNodes)
      return {edge_name(v, neighbor) + " has an end that does not exist: the nodes are 0 to " +
                  std::to_string(graph.numNodes - 1),
              Kind::kArrays, v, neighbor};
    if (neighbor == v)
      return {"node " + std::to_string(v) + " is its own neighbor", Kind::kLoop, v, v};
    if (neighbor <= last)
      return {"the neighbors of node " + std::to_string(v) + " are not in rising order: " +
                  std::to_string(neighbor) + " comes after " + std::to_string(last),
              Kind::kOrder, v, neighbor};
    last = neighbor;
  }
  return {};
}

// Returns the bits of a weight; for -0, the bits of 0.
template <class Weight>
std::uint64_t bits_of(Weight weight) {
  std::uint64_t bits = 0;
  if (weight != 0) std::memcpy(&bits, &weight, sizeof weight);
  return bits;
}

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

// Computes a number for each directed edge from its ends, its weight and a secret. One sum adds the
// numbers of the edges that lead to a node with a larger index. Another sum adds the numbers of the
// edges that lead to a node with a smaller index. If the graph is symmetric, the sums are equal.
// Otherwise, they are equal with a probability of 2^-64. Because the secret is unknown, no file can
// be made that causes such an error. This function reads the graph once from start to end. A search
// for the opposite direction of every edge would take much longer.
template <class Weights>
bool seems_symmetric(const Lists& graph, const Weights& weights, int threads) {
  // Made once: to make a secret takes longer than to check a small graph.
  static const std::uint64_t secret = [] {
    std::random_device random;
    return std::uint64_t{random()} << 32 | random();
  }();
  const std::int64_t parts = (graph.numNodes + kNodesPerPart - 1) / kNodesPerPart;
  std::vector<std::uint64_t> differences(static_cast<std::size_t>(parts));
  for_each_part(parts, threads, [&](std::int64_t part) {
    const std::int64_t end = std::min((part + 1) * kNodesPerPart, std::int64_t{graph.numNodes});
    std::uint64_t difference = 0;
    for (std::int64_t v = part * kNodesPerPart; v < end; v++) {
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; e++) {
        const std::int64_t u = graph.neighbors[e];
        const std::uint64_t ends = static_cast<std::uint64_t>(std::min(u, v)) << 32 |
                                   static_cast<std::uint64_t>(std::max(u, v));
        const std::uint64_t number = mix(mix(ends ^ secret) + bits_of(weights[e]));
        difference += v < u ? number : 0 - number;
      }
    }
    differences[part] = difference;
  });
  std::uint64_t sum = 0;
  for (const std::uint64_t difference : differences) sum += difference;
  return sum == 0;
}

template <class Weights>
GraphFault asymmetry(const Lists& graph, const Weights& weights, Node v) {
  for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; e++) {
    const Node u = graph.neighbors[e];
    const Node* const begin = graph.neighbors.data() + graph.offsets[u];
    const Node* const end = graph.neighbors.data() + graph.offsets[u + 1];
    const Node* const back = std::lower_bound(begin, end, v);
    if (back == end || *back != v)
      return {edge_name(v, u) + " is not stored at node " + std::to_string(u) + " as well",
              Kind::kOneSided, v, u};
    if (weights[e] != weights[back - graph.neighbors.data()])
      return {edge_name(v, u) + " has another weight at node " + std::to_string(u),
              Kind::kTwoWeights, v, u};
  }
  return {};
}

template <class Weights>
GraphFault weight_fault(const Lists& graph, const Weights& weights, Node v) {
  if constexpr (std::is_floating_point_v<typename Weights::value_type>)
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; e++)
      if (!std::isfinite(weights[e]))
        return {edge_name(v, graph.neighbors[e]) + " has a weight that is not finite",
                Kind::kWeight, v, graph.neighbors[e]};
  return {};
}

}  // namespace

GraphFault find_fault(const graph::View& view, GraphCheck check, int threads) {
  const Lists graph(view);
  std::string sizes = size_fault(graph, view.weights);
  if (!sizes.empty() || graph.numNodes == 0) return {sizes, Kind::kArrays};
  GraphFault fault = first_fault(graph.numNodes, threads, [&](Node v) -> GraphFault {
    // The last offset is the number of neighbors, so offsets in rising order stay inside the array.
    if (graph.offsets[v] <= graph.offsets[v + 1]) return {};
    return {"the offsets decrease after node " + std::to_string(v), Kind::kArrays, v};
  });
  if (!fault.words.empty()) return fault;
  if (check == GraphCheck::kLists)
    return first_fault(graph.numNodes, threads, [&](Node v) { return row_fault(graph, v); });
  return std::visit(
      [&](const auto& weights) {
        GraphFault rowFault = first_fault(graph.numNodes, threads, [&](Node v) {
          GraphFault found = row_fault(graph, v);
          return found.words.empty() ? weight_fault(graph, weights, v) : found;
        });
        if (!rowFault.words.empty() || seems_symmetric(graph, weights, threads)) return rowFault;
        return first_fault(graph.numNodes, threads,
                           [&](Node v) { return asymmetry(graph, weights, v); });
      },
      view.weights);
}

}  // namespace handshake
