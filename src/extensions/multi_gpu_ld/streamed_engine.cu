// Graphs larger than the memory of a GPU: the edges pass through once, then what is left is
// matched.
#include <algorithm>
#include <chrono>
#include <string>

#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/memory_limit.cuh"
#include "extensions/multi_gpu_ld/partition.hpp"
#include "extensions/multi_gpu_ld/passes.cuh"
#include "extensions/multi_gpu_ld/streamed_engine.cuh"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

constexpr int kMaxStreamedPasses = 16;
constexpr Node kHostPart = 1 << 14;  // nodes that one host thread looks at in one go

// A graph in host memory with its weights as the devices hold them.
struct HostGraph {
  const CsrGraph* graph;
  const std::int32_t* bits;
};

// One of the two buffers through which the batches pass, with its stream.
struct StreamBuffer {
  Stream stream;
  DeviceArray<Node> neighbors;
  DeviceArray<std::int32_t> bits;
  DeviceArray<std::uint32_t> bounds;
  DeviceArray<Node> long_lists;
  DeviceArray<Node> hubs;
  DeviceArray<Counters> counters;

  StreamBuffer(EdgeIndex edges, Node nodes)
      : neighbors(edges),
        bits(edges),
        bounds(edges / (kChunk / 2) + 2),
        long_lists(nodes),
        hubs(nodes),
        counters(1) {}

  static std::int64_t bytes(EdgeIndex edges, Node nodes) {
    return edges * 8 + edges / (kChunk / 2) * 4 + nodes * 8ll + sizeof(Counters) + 8;
  }
};

// The arrays of one place a node that stay on the device while the edges pass through.
struct StreamedNodes {
  DeviceArray<EdgeIndex> offsets;
  DeviceArray<EdgeIndex>
      degree_offsets;  // of the graph that was asked for, under the rule of degrees
  DeviceArray<Node> strongNeighbor;
  DeviceArray<std::uint32_t> matched_bits;
  DeviceArray<Node> matches;
  DeviceArray<Candidates> candidates;
  DeviceArray<Node> live[2];
  DeviceArray<Counters> counters;
  MatchState state;

  explicit StreamedNodes(const CsrGraph& graph)
      : offsets(graph.offsets.size()),
        strongNeighbor(graph.numNodes),
        matched_bits(graph.numNodes / 32 + 1),
        matches(graph.numNodes),
        candidates(graph.numNodes),
        live{DeviceArray<Node>(graph.numNodes), DeviceArray<Node>(graph.numNodes)},
        counters(1) {
    CUDA_CHECK(cudaMemcpy(offsets.data(), graph.offsets.data(), offsets.size() * sizeof(EdgeIndex),
                          cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(counters.data(), 0, sizeof(Counters)));
    state.strongNeighbor = strongNeighbor.data();
    state.strongNeighbor_of[0] = strongNeighbor.data();
    state.matched_bits = matched_bits.data();
    state.lists_for_all = true;
    state.matches = matches.data();
    state.candidates = candidates.data();
    state.live[0] = live[0].data();
    state.live[1] = live[1].data();
    state.counters = counters.data();
  }

  static std::int64_t bytes(Node nodes, bool degrees) {
    return nodes * (degrees ? 16ll : 8ll) + nodes / 8 +
           nodes * (sizeof(Candidates) + 4 * sizeof(Node)) + sizeof(Counters) + 32;
  }
};

// The fewest batches whose two buffers fit beside the arrays of the nodes.
std::vector<Node> cut_into_batches(const CsrGraph& graph, const LdOptions& options) {
  const std::int64_t limit = memory_limit(options);
  const std::int64_t nodes = StreamedNodes::bytes(graph.numNodes, options.ties == TieRule::kDegree);
  std::int64_t needed = 0;
  for (int batches = std::max(options.batches, 2); batches <= 1 << 20; batches *= 2) {
    std::vector<Node> borders = cut_by_edges(graph, 0, graph.numNodes, batches, 32);
    std::int64_t largest = 0;
    for (int b = 0; b < batches; ++b) {
      largest = std::max(
          largest, StreamBuffer::bytes(graph.offsets[borders[b + 1]] - graph.offsets[borders[b]],
                                       borders[b + 1] - borders[b]));
    }
    needed = nodes + 2 * largest;
    if (needed <= limit) return borders;
    if (batches >= graph.numNodes / 32) break;  // a batch is 32 nodes already
  }
  throw DeviceError("a GPU may use " + std::to_string(limit) + " bytes and needs at least " +
                    std::to_string(needed) +
                    " for the nodes and two batches of edges; give more -memory");
}

// Pass all edges through the device, batch after batch, and leave the candidates of all nodes
// there.
template <class Ties>
EdgeIndex stream_edges(const HostGraph& host, const LdOptions& options, const Ties& ties,
                       StreamedNodes& nodes, int processors) {
  const CsrGraph& graph = *host.graph;
  const std::vector<Node> borders = cut_into_batches(graph, options);
  EdgeIndex most_edges = 0;
  Node most_nodes = 0;
  for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
    most_edges = std::max(most_edges, graph.offsets[borders[b + 1]] - graph.offsets[borders[b]]);
    most_nodes = std::max(most_nodes, borders[b + 1] - borders[b]);
  }
  StreamBuffer buffers[2] = {{most_edges, most_nodes}, {most_edges, most_nodes}};
  EdgeIndex copied = 0;
  for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
    StreamBuffer& buffer = buffers[b % 2];
    const EdgeIndex first = graph.offsets[borders[b]];
    const EdgeIndex edges = graph.offsets[borders[b + 1]] - first;
    if (borders[b] == borders[b + 1]) continue;
    const cudaStream_t stream = buffer.stream.get();
    if (edges > 0) {
      CUDA_CHECK(cudaMemcpyAsync(buffer.neighbors.data(), graph.neighbors.data() + first,
                                 edges * sizeof(Node), cudaMemcpyHostToDevice, stream));
      CUDA_CHECK(cudaMemcpyAsync(buffer.bits.data(), host.bits + first,
                                 edges * sizeof(std::int32_t), cudaMemcpyHostToDevice, stream));
    }
    CUDA_CHECK(cudaMemsetAsync(buffer.counters.data(), 0, sizeof(Counters), stream));
    const GraphPart part{borders[b],           borders[b + 1],          first,
                         nodes.offsets.data(), buffer.neighbors.data(), buffer.bits.data()};
    MatchState state = nodes.state;
    state.candidates += borders[b];
    state.bounds = buffer.bounds.data();
    state.long_lists = buffer.long_lists.data();
    state.hubs = buffer.hubs.data();
    state.counters = buffer.counters.data();
    launch_first_pass(part, state, ties, edges, borders[b + 1] - borders[b], processors, stream);
    copied += edges;
  }
  buffers[0].stream.wait();
  buffers[1].stream.wait();
  return copied;
}

// Passes over the lists of candidates, until they match hardly anybody. Returns how many.
template <class Ties>
int match_by_candidates(const CsrGraph& graph, const Ties& ties, StreamedNodes& nodes, int blocks) {
  const GraphPart part{0, graph.numNodes, 0, nodes.offsets.data(), nullptr, nullptr};
  first_handshake_gpu<<<blocks, kBlockSize>>>(part, nodes.state);
  CUDA_CHECK(cudaGetLastError());
  Counters counters;
  int pass = 0;
  do {
    ++pass;
    point_gpu<<<blocks, kBlockSize>>>(part, ties, nodes.state, pass);
    CUDA_CHECK(cudaGetLastError());
    shake_hands_gpu<<<blocks, kBlockSize>>>(part, nodes.state, pass);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(
        cudaMemcpy(&counters, nodes.counters.data(), sizeof counters, cudaMemcpyDeviceToHost));
  } while (pass < kMaxStreamedPasses && counters.live[pass] < counters.live[pass - 1] / 20 * 19);
  return pass;
}

// The edges between nodes that have no partner; all nodes keep their numbers.
struct Residual {
  CsrGraph graph;
  Buffer<std::int32_t> bits;
  EdgeIndex edges_read = 0;
};

Residual residual_of(const HostGraph& host, const Buffer<Node>& matches) {
  const CsrGraph& graph = *host.graph;
  Residual left;
  left.graph.numNodes = graph.numNodes;
  left.graph.offsets = Buffer<EdgeIndex>(graph.offsets.size());
  const std::int64_t parts =
      (static_cast<std::int64_t>(graph.numNodes) + kHostPart - 1) / kHostPart;
  const auto for_each_node = [&](const auto& visit) {
    for_each_part(parts, 0, [&](std::int64_t part) {
      const std::int64_t end = std::min<std::int64_t>(graph.numNodes, (part + 1) * kHostPart);
      for (std::int64_t v = part * kHostPart; v < end; ++v) visit(static_cast<Node>(v));
    });
  };
  for_each_node([&](Node v) {
    EdgeIndex kept = 0;
    if (matches[v] < 0) {
      for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
        kept += matches[graph.neighbors[e]] < 0;
      }
    }
    left.graph.offsets[v + 1] = kept;
  });
  left.graph.offsets[0] = 0;
  for (Node v = 0; v < graph.numNodes; ++v) {
    if (matches[v] < 0) left.edges_read += graph.offsets[v + 1] - graph.offsets[v];
    left.graph.offsets[v + 1] += left.graph.offsets[v];
  }
  left.graph.neighbors = Buffer<Node>(left.graph.numEdges());
  left.bits = Buffer<std::int32_t>(left.graph.numEdges());
  for_each_node([&](Node v) {
    EdgeIndex to = left.graph.offsets[v];
    if (to == left.graph.offsets[v + 1]) return;
    for (EdgeIndex e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      if (matches[graph.neighbors[e]] >= 0) continue;
      left.graph.neighbors[to] = graph.neighbors[e];
      left.bits[to] = host.bits[e];
      ++to;
    }
  });
  return left;
}

void add_matches(Buffer<Node>& to, const Buffer<Node>& more) {
  for (std::size_t v = 0; v < to.size(); ++v) {
    if (more[v] >= 0) to[v] = more[v];
  }
}

// Stream the graph once and match what the lists of candidates allow.
int match_streamed(const HostGraph& host, const CsrGraph& whole, const LdOptions& options,
                   Buffer<Node>& matches, EdgeIndex& copied) {
  CUDA_CHECK(cudaSetDevice(0));
  int processors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  StreamedNodes nodes(*host.graph);
  const auto match = [&](const auto& ties) {
    copied += stream_edges(host, options, ties, nodes, processors);
    return match_by_candidates(*host.graph, ties, nodes, processors * kBlocksPerProcessor);
  };
  int passes = 0;
  switch (options.ties) {
    case TieRule::kIndex:
      passes = match(IndexTies{});
      break;
    case TieRule::kHash:
      passes = match(HashTies{});
      break;
    case TieRule::kDegree:
      nodes.degree_offsets = DeviceArray<EdgeIndex>(whole.offsets.size());
      CUDA_CHECK(cudaMemcpy(nodes.degree_offsets.data(), whole.offsets.data(),
                            whole.offsets.size() * sizeof(EdgeIndex), cudaMemcpyHostToDevice));
      passes = match(DegreeTies{nodes.degree_offsets.data()});
      break;
  }
  Buffer<Node> found(matches.size());
  CUDA_CHECK(cudaMemcpy(found.data(), nodes.matches.data(), found.size() * sizeof(Node),
                        cudaMemcpyDeviceToHost));
  add_matches(matches, found);
  return passes;
}

}  // namespace

StreamedEngine::StreamedEngine(const CsrGraph& graph, const LdOptions& options)
    : graph_(graph), options_(options), weights_(graph), matches_(graph.numNodes) {
  CUDA_CHECK(cudaSetDevice(0));
  cut_into_batches(graph, options);  // throws when the memory does not suffice
}

LdMeasures StreamedEngine::run() {
  LdMeasures measures;
  const auto start = std::chrono::steady_clock::now();
  std::fill(matches_.begin(), matches_.end(), -1);
  HostGraph host{&graph_, weights_.bits()};
  Residual left;
  LdOptions options = options_;
  for (bool streams = true; streams; options.batches = 0) {
    measures.passes +=
        1 + match_streamed(host, graph_, options, matches_, measures.edges_from_host);
    left = residual_of(host, matches_);
    measures.edges_from_host += left.edges_read;
    host = {&left.graph, left.bits.data()};
    streams = !FastEngine::fits(left.graph, options_);
  }
  FastEngine rest(left.graph, left.bits.data(), graph_, options_);
  measures.passes += rest.run().passes;
  add_matches(matches_, rest.matches());
  measures.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return measures;
}

Buffer<Node> StreamedEngine::matches() {
  Buffer<Node> copy(matches_.size());
  std::copy(matches_.begin(), matches_.end(), copy.begin());
  return copy;
}

}  // namespace handshake
