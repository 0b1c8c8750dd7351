// Makes a graph from a spec: first the rows (the neighbors of each node), then a weight for every
// edge.
#include "graph/generate.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "graph/generate_bits.hpp"
#include "graph/generate_csr.hpp"
#include "graph/generate_kinds.hpp"

namespace handshake {
namespace {

CsrGraph rows_of(const GraphSpec& spec) {
  switch (spec.kind) {
    case GraphKind::kUrand:
      return urand_rows(spec);
    case GraphKind::kKron:
    case GraphKind::kRmatu:
      return rmat_rows(spec);
    case GraphKind::kMyc:
      return mycielski_rows(spec);
    case GraphKind::kMesh27:
    case GraphKind::kMesh81:
      return mesh_rows(spec);
    case GraphKind::kRgg:
      return geometric_rows(spec);
    case GraphKind::kKmer:
    case GraphKind::kKmerl:
    case GraphKind::kPath:
      break;
  }
  return chain_rows(spec);
}

// Returns the random bits of an edge. They are the same for both directions of the edge.
std::uint64_t edge_bits(std::uint64_t u, std::uint64_t v, std::uint64_t key) {
  const std::uint64_t smaller = std::min(u, v);
  const std::uint64_t larger = std::max(u, v);
  return mix_bits(mix_bits(smaller * 0x100000001B3u + key) ^ (larger + 0x51ED27u));
}

// Returns the weights of all directed edges. weight_of(bits) makes a weight from the bits of an
// edge.
template <class Weight, class WeightOf>
Buffer<Weight> weights_of(const CsrGraph& rows, std::int64_t seed, WeightOf weight_of) {
  const std::uint64_t key = mix_bits(seed + 99);
  Buffer<Weight> weights(rows.numEdges());
  for_each_number(rows.numNodes, kRowsPerBlock, kAllThreads, [&](std::int64_t v) {
    for (EdgeIndex e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      weights[e] = static_cast<Weight>(weight_of(edge_bits(v, rows.neighbors[e], key)));
    }
  });
  return weights;
}

constexpr auto three_decimals = [](std::uint64_t bits) {
  return static_cast<double>(1 + (bits >> 20) % 1000) / 1000.0;
};

constexpr auto uniform = [](std::uint64_t bits) {
  return static_cast<double>((bits >> 11) | 1) * (1.0 / 9007199254740992.0);
};

constexpr auto one = [](std::uint64_t) { return 1.0; };

constexpr auto one_to_hundred = [](std::uint64_t bits) { return 1 + (bits >> 20) % 100; };

template <class Real>
Buffer<Real> real_weights(const GraphSpec& spec, const CsrGraph& rows) {
  switch (spec.weights) {
    case GeneratedWeights::kUniform:
      return weights_of<Real>(rows, spec.seed, uniform);
    case GeneratedWeights::kConstant:
      return weights_of<Real>(rows, spec.seed, one);
    default:
      return weights_of<Real>(rows, spec.seed, three_decimals);
  }
}

std::int64_t nodes_of(const GraphSpec& spec) {
  switch (spec.kind) {
    case GraphKind::kMesh27:
      return spec.size * spec.ny * spec.nz;
    case GraphKind::kMesh81:
      return spec.size * spec.ny * spec.nz * 3;
    case GraphKind::kMyc:
      return (std::int64_t{3} << (spec.size - 2)) - 1;
    default:
      return std::int64_t{1} << spec.size;
  }
}

// Counts both directions of every pair that is drawn. Duplicates are counted as well, because they
// take memory until they are removed.
double directed_edges_of(const GraphSpec& spec, double nodes) {
  switch (spec.kind) {
    case GraphKind::kUrand:
    case GraphKind::kKron:
    case GraphKind::kRmatu:
      return 2 * spec.ef * nodes;
    case GraphKind::kMesh27:
      return 26 * nodes;
    case GraphKind::kMesh81:
      return 80 * nodes;
    case GraphKind::kRgg:
      return 1.1 * std::min(spec.deg, nodes) * nodes;
    case GraphKind::kKmer:
    case GraphKind::kKmerl:
      return 2 * (1 + spec.x / 100) * nodes;
    case GraphKind::kMyc:
      return 2.5 * std::pow(3.0, static_cast<double>(spec.size) - 1);
    case GraphKind::kPath:
      break;
  }
  return 2 * nodes;
}

}  // namespace

CsrGraph generate(const GraphSpec& spec) {
  check_graph_spec(spec);
  CsrGraph graph = rows_of(spec);
  if (spec.weights == GeneratedWeights::kInteger) {
    graph.weights = weights_of<std::int32_t>(graph, spec.seed, one_to_hundred);
  } else if (spec.real_type == RealType::kFloat) {
    graph.weights = real_weights<float>(spec, graph);
  } else {
    graph.weights = real_weights<double>(spec, graph);
  }
  return graph;
}

GraphEstimate estimate_graph(const GraphSpec& spec) {
  check_graph_spec(spec);
  GraphEstimate estimate;
  estimate.nodes = nodes_of(spec);
  const auto nodes = static_cast<double>(estimate.nodes);
  estimate.directed_edges = directed_edges_of(spec, nodes);
  const bool is_drawn = spec.kind == GraphKind::kUrand || spec.kind == GraphKind::kKron ||
                        spec.kind == GraphKind::kRmatu || spec.kind == GraphKind::kKmer ||
                        spec.kind == GraphKind::kKmerl || spec.kind == GraphKind::kPath;
  const bool has_wide_weights =
      spec.weights != GeneratedWeights::kInteger && spec.real_type == RealType::kDouble;
  // An edge takes 4 bytes for the neighbor and 4 or 8 for its weight. Drawn pairs are sorted before
  // the weights are made; until then, an edge takes 8 bytes in addition to the 4 bytes for the
  // neighbor.
  const double bytes_per_edge = is_drawn || has_wide_weights ? 12 : 8;
  const double bytes_per_node = spec.kind == GraphKind::kRgg ? 64 : 16;
  estimate.bytes = bytes_per_edge * estimate.directed_edges + bytes_per_node * nodes;
  return estimate;
}

}  // namespace handshake
