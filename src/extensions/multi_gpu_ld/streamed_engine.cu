// Matches graphs larger than the memory of a GPU: the edges pass through the GPU once, then the
// remaining graph is matched.
#include <algorithm>
#include <chrono>
#include <string>

#include "extensions/common/memory_limit.cuh"
#include "extensions/common/partition.hpp"
#include "extensions/multi_gpu_ld/chains.cuh"
#include "extensions/multi_gpu_ld/fast_engine.cuh"
#include "extensions/multi_gpu_ld/passes.cuh"
#include "extensions/multi_gpu_ld/streamed_engine.cuh"

namespace handshake::ld {
namespace {

constexpr int kMaxStreamedPasses = 16;
constexpr int kMostBatches = 1024;  // with more batches, launches would take most of the time

// One of the two buffers that batches pass through, and its stream.
struct StreamBuffer {
  Stream stream;
  DeviceArray<Node> neighbors;
  DeviceArray<std::int32_t> bits;
  DeviceArray<std::uint32_t> bounds;
  DeviceArray<Node> long_lists;
  DeviceArray<Node> hubs;
  DeviceArray<Counters> counters;

  explicit StreamBuffer(EdgeIndex edges)
      : neighbors(edges),
        bits(edges),
        bounds(bounds_for(edges)),
        long_lists(most_long_lists(edges)),
        hubs(most_hubs(edges)),
        counters(1) {}

  static std::int64_t bytes(EdgeIndex edges) {
    const std::int64_t words = bounds_for(edges) + most_long_lists(edges) + most_hubs(edges);
    return edges * 8 + words * 4 + static_cast<std::int64_t>(sizeof(Counters));
  }
};

// The arrays of the nodes, which stay on the device while the edges pass through it.
struct StreamedNodes {
  DeviceArray<EdgeIndex> offsets;
  DeviceArray<NodeKey> keys;
  DeviceArray<Node> strongNeighbor;
  DeviceArray<std::uint32_t> matched_bits;
  DeviceArray<Node> matches;
  DeviceArray<Candidates> candidates;
  DeviceArray<Node> live[2];
  DeviceArray<Counters> counters;
  MatchState state;

  explicit StreamedNodes(const HostGraph& host)
      : offsets(host.graph->offsets.size()),
        keys(host.keys == nullptr ? 0 : host.graph->numNodes),
        strongNeighbor(host.graph->numNodes),
        matched_bits(words_for(host.graph->numNodes)),
        matches(host.graph->numNodes),
        candidates(host.graph->numNodes),
        live{DeviceArray<Node>(host.graph->numNodes), DeviceArray<Node>(host.graph->numNodes)},
        counters(1) {
    CUDA_CHECK(cudaMemcpy(offsets.data(), host.graph->offsets.data(),
                          offsets.size() * sizeof(EdgeIndex), cudaMemcpyHostToDevice));
    if (keys.size() > 0) {
      CUDA_CHECK(cudaMemcpy(keys.data(), host.keys, keys.size() * sizeof(NodeKey),
                            cudaMemcpyHostToDevice));
    }
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

  static std::int64_t bytes(Node nodes, bool with_keys) {
    const std::int64_t per_node = sizeof(EdgeIndex) + (with_keys ? sizeof(NodeKey) : 0) +
                                  sizeof(Candidates) + 4 * sizeof(Node);
    const std::int64_t words = words_for(nodes);
    return nodes * per_node + words * 4 +
           static_cast<std::int64_t>(sizeof(EdgeIndex) + sizeof(Counters));
  }
};

// How many edges a batch may have, so that two batches fit next to the arrays of the nodes. A batch
// always has room for the longest list. If the memory is enough for a graph, it is also enough for
// the graph that remains after a round: no round increases the number of nodes, the number of edges
// or the length of the longest list.
EdgeIndex room_of_batch(const CsrGraph& graph, const Options& options, std::int64_t limit) {
  const EdgeIndex edges = graph.numEdges();
  EdgeIndex smallest = edges / std::max(options.batches, kMostBatches) + 1;
  for (Node v = 0; v < graph.numNodes; ++v) {
    smallest = std::max(smallest, graph.offsets[v + 1] - graph.offsets[v]);
  }
  const std::int64_t nodes = StreamedNodes::bytes(graph.numNodes, options.ties != TieRule::kIndex);
  const auto needed = [&](EdgeIndex room) { return nodes + 2 * StreamBuffer::bytes(room); };
  if (needed(smallest) > limit) {
    std::int64_t least = needed(smallest);
    if (options.batches <= 1)
      least = std::min(least, FastEngine::bytes({&graph, nullptr}, options));
    throw DeviceError("a GPU may use " + std::to_string(limit) + " bytes and needs at least " +
                      std::to_string(least) +
                      " for the nodes and two batches of edges; give more -memory, or use "
                      "-engine paper, which needs less for each node");
  }
  EdgeIndex room = std::max(smallest, edges / std::max(options.batches, 2) + 1);
  while (needed(room) > limit) room = std::max(smallest, room / 2);
  return room;
}

// Passes all edges through the device, batch after batch. The device keeps the candidates of all
// nodes.
template <class Ties>
void stream_edges(const HostGraph& host, EdgeIndex room, const Ties& ties,
                  const StreamedNodes& nodes, int processors) {
  const CsrGraph& graph = *host.graph;
  const std::vector<Node> borders = cut_by_room(graph, room);
  StreamBuffer buffers[2] = {StreamBuffer(room), StreamBuffer(room)};
  for (std::size_t b = 0; b + 1 < borders.size(); ++b) {
    StreamBuffer& buffer = buffers[b % 2];
    const EdgeIndex first = graph.offsets[borders[b]];
    const EdgeIndex edges = graph.offsets[borders[b + 1]] - first;
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
  }
  buffers[0].stream.wait();
  buffers[1].stream.wait();
}

// Makes passes over the lists of candidates until a pass matches hardly any nodes, but at most
// kMaxStreamedPasses. Returns the number of passes.
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

// Passes the edges through the GPU once, and matches nodes as far as their candidates allow it.
// If `chains` is true, the host then matches long chains. Returns the number of passes.
int match_streamed(const HostGraph& host, const Options& options, EdgeIndex room, bool chains,
                   Buffer<Node>& matches) {
  CUDA_CHECK(cudaSetDevice(0));
  int processors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  StreamedNodes nodes(host);
  const auto match = [&](const auto& ties) {
    stream_edges(host, room, ties, nodes, processors);
    return 1 + match_by_candidates(*host.graph, ties, nodes, processors * kBlocksPerProcessor);
  };
  int passes = 0;
  switch (options.ties) {
    case TieRule::kIndex:
      passes = match(IndexTies{});
      break;
    case TieRule::kHash:
      passes = match(HashTies<NodesByKey>{{nodes.keys.data()}});
      break;
    case TieRule::kDegree:
      passes = match(DegreeTies<NodesByKey>{{nodes.keys.data()}});
      break;
  }
  CUDA_CHECK(cudaMemcpy(matches.data(), nodes.matches.data(), matches.size() * sizeof(Node),
                        cudaMemcpyDeviceToHost));
  if (chains) {
    Buffer<Candidates> lists(matches.size());
    CUDA_CHECK(cudaMemcpy(lists.data(), nodes.candidates.data(), lists.size() * sizeof(Candidates),
                          cudaMemcpyDeviceToHost));
    match_chains(lists, matches);
  }
  return passes;
}

// Copies the matches from `more` into `to`. `more` uses the node numbers of `host`, and `to` uses
// those of the original graph.
void add_matches(Buffer<Node>& to, const HostGraph& host, const Buffer<Node>& more) {
  for (Node v = 0; v < host.graph->numNodes; ++v) {
    if (more[v] >= 0) to[host.keys[v].name] = host.keys[more[v]].name;
  }
}

}  // namespace

StreamedEngine::StreamedEngine(const CsrGraph& graph, const Options& options)
    : graph_(graph),
      options_(options),
      weights_(graph),
      keys_(keys_of(graph)),
      matches_(graph.numNodes) {
  CUDA_CHECK(cudaSetDevice(0));
  memory_limit_ = memory_limit(options.memory);
  room_of_batch(graph, options, memory_limit_);  // throws if the memory is not enough
}

// Removes the keys if the index rule is used. This rule needs no keys, because the new
// numbers of the nodes of a smaller graph keep the old order.
HostGraph StreamedEngine::for_devices(HostGraph host) const {
  if (options_.ties == TieRule::kIndex) host.keys = nullptr;
  return host;
}

// Matches some of the nodes of `host`, and returns the smaller graph that is left.
Residual StreamedEngine::run_round(const HostGraph& host, Measures& measures) {
  const CsrGraph& graph = *host.graph;
  Buffer<Node> found(graph.numNodes);
  const EdgeIndex room = room_of_batch(graph, options_, memory_limit_);
  measures.rounds += 1;
  measures.edges_from_host += graph.numEdges();
  // Nodes that are still unmatched after the first round may belong to long chains, so later rounds
  // also match chains.
  const bool chains = measures.rounds > 1;
  measures.passes += match_streamed(for_devices(host), options_, room, chains, found);
  add_matches(matches_, host, found);
  Residual left = residual_of(host, found);
  measures.edges_from_host += left.edges_read;
  if (left.graph.numNodes < graph.numNodes) return left;
  // The heaviest edge is always matched, unless its two directions have different weights.
  throw DeviceError(
      "no node was matched while the edges passed through the GPU, so the program would never end: "
      "do both directions of every edge have the same weight? With -memory " +
      std::to_string(FastEngine::bytes(for_devices(host), options_)) +
      " or more, all edges fit into the memory of the GPU");
}

Measures StreamedEngine::run() {
  Measures measures;
  if (graph_.numNodes == 0) return measures;
  const auto start = std::chrono::steady_clock::now();
  std::fill(matches_.begin(), matches_.end(), -1);
  Residual left = run_round({&graph_, weights_.bits(), keys_.data()}, measures);
  while (!FastEngine::fits(for_devices(left.view()), options_)) {
    left = run_round(left.view(), measures);
  }
  FastEngine rest(for_devices(left.view()), options_);
  measures.passes += rest.run().passes;
  add_matches(matches_, left.view(), rest.matches());
  measures.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return measures;
}

Buffer<Node> StreamedEngine::matches() {
  Buffer<Node> copy(matches_.size());
  std::copy(matches_.begin(), matches_.end(), copy.begin());
  return copy;
}

}  // namespace handshake::ld
