// Memory of the fast engine on one GPU.
#include "extensions/multi_gpu_ld/fast_part.cuh"
#include "extensions/multi_gpu_ld/first_pass.cuh"

namespace handshake::ld {
namespace {

int processors_of(int device) {
  int count = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

template <class T>
void copy_to_device(DeviceArray<T>& to, const T* from) {
  if (to.size() == 0) return;
  CUDA_CHECK(cudaMemcpy(to.data(), from, to.size() * sizeof(T), cudaMemcpyHostToDevice));
}

}  // namespace

FastPart::FastPart(int device_index, const HostGraph& host, Node begin, Node end)
    : device(device_index), processors(processors_of(device_index)) {
  const CsrGraph& whole = *host.graph;
  const EdgeIndex first_edge = whole.offsets[begin];
  edges = whole.offsets[end] - first_edge;
  offsets = DeviceArray<EdgeIndex>(static_cast<std::size_t>(whole.numNodes) + 1);
  if (host.keys != nullptr) keys = DeviceArray<NodeKey>(whole.numNodes);
  neighbors = DeviceArray<Node>(edges);
  weight_bits = DeviceArray<std::int32_t>(edges);
  graph = {begin, end, first_edge, offsets.data(), neighbors.data(), weight_bits.data()};
  allocate_state(whole.numNodes);
  copy_to_device(offsets, whole.offsets.data());
  copy_to_device(keys, host.keys);
  copy_to_device(neighbors, whole.neighbors.data() + first_edge);
  copy_to_device(weight_bits, host.bits + first_edge);
}

FastPart::FastPart(const GraphOnDevice& whole)
    : device(whole.device), processors(processors_of(whole.device)), edges(whole.edges) {
  graph = {0, whole.nodes, 0, whole.offsets, whole.neighbors, whole.weight_bits};
  allocate_state(whole.nodes);
}

void FastPart::allocate_state(Node nodes) {
  const std::size_t own_nodes = graph.end - graph.begin;
  strongNeighbor = DeviceArray<Node>(nodes);
  matched_bits = DeviceArray<std::uint32_t>(words_for(nodes));
  matches = DeviceArray<Node>(own_nodes);
  candidates = DeviceArray<Candidates>(own_nodes);
  bounds = DeviceArray<std::uint32_t>(bounds_for(edges));
  best_offer = DeviceArray<Offer>(own_nodes);
  for (DeviceArray<Node>& list : live) list = DeviceArray<Node>(own_nodes);
  exhausted = DeviceArray<Node>(own_nodes);
  long_lists = DeviceArray<Node>(most_long_lists(edges));
  hubs = DeviceArray<Node>(most_hubs(edges));
  counters = DeviceArray<Counters>(1);
  // In the last phase, a thread reads the best offer of a neighbor before it knows whether the
  // neighbor is matched. If the neighbor is matched, the value is not used, but it must exist.
  CUDA_CHECK(cudaMemset(best_offer.data(), 0, own_nodes * sizeof(Offer)));

  state.strongNeighbor = strongNeighbor.data();
  state.strongNeighbor_of[0] = strongNeighbor.data();
  state.matched_bits = matched_bits.data();
  state.matches = matches.data();
  state.candidates = candidates.data();
  state.bounds = bounds.data();
  state.best_offer = best_offer.data();
  state.live[0] = live[0].data();
  state.live[1] = live[1].data();
  state.exhausted = exhausted.data();
  state.long_lists = long_lists.data();
  state.hubs = hubs.data();
  state.counters = counters.data();
}

std::int64_t FastPart::state_bytes(Node nodes, Node own_nodes, EdgeIndex own_edges) {
  const std::int64_t per_own_node = sizeof(Candidates) + sizeof(Offer) + 4 * sizeof(Node);
  const std::int64_t words =
      words_for(nodes) + bounds_for(own_edges) + most_long_lists(own_edges) + most_hubs(own_edges);
  return std::int64_t{nodes} * static_cast<std::int64_t>(sizeof(Node)) + own_nodes * per_own_node +
         words * 4 + static_cast<std::int64_t>(sizeof(Counters));
}

std::int64_t FastPart::own_bytes() const {
  const std::size_t of_graph = offsets.size() * sizeof(EdgeIndex) + keys.size() * sizeof(NodeKey) +
                               neighbors.size() * sizeof(Node) +
                               weight_bits.size() * sizeof(std::int32_t);
  return static_cast<std::int64_t>(of_graph) +
         state_bytes(static_cast<Node>(strongNeighbor.size()), graph.end - graph.begin, edges);
}

std::int64_t FastPart::bytes(const HostGraph& host, Node begin, Node end) {
  const std::int64_t nodes = host.graph->numNodes;
  const EdgeIndex edges = host.graph->offsets[end] - host.graph->offsets[begin];
  const std::int64_t per_node = sizeof(EdgeIndex) + (host.keys == nullptr ? 0 : sizeof(NodeKey));
  const std::int64_t per_edge = sizeof(Node) + sizeof(std::int32_t);
  return nodes * per_node + static_cast<std::int64_t>(sizeof(EdgeIndex)) + edges * per_edge +
         state_bytes(host.graph->numNodes, end - begin, edges);
}

}  // namespace handshake::ld
