// Memory of the fast engine on one GPU.
#include "extensions/multi_gpu_ld/fast_part.cuh"
#include "extensions/multi_gpu_ld/scan.cuh"

namespace handshake {
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

std::size_t words_of(Node numNodes) {
  return static_cast<std::size_t>(numNodes) / 32 + 1;
}
std::size_t bounds_of(EdgeIndex edges) {
  return edges / (kChunk / 2) + 2;
}

}  // namespace

FastPart::FastPart(int device_index, const CsrGraph& whole, const std::int32_t* bits, Node begin,
                   Node end)
    : device(device_index), processors(processors_of(device_index)) {
  const EdgeIndex first_edge = whole.offsets[begin];
  const std::size_t own_edges = whole.offsets[end] - first_edge;
  const std::size_t own_nodes = end - begin;
  offsets = DeviceArray<EdgeIndex>(static_cast<std::size_t>(whole.numNodes) + 1);
  neighbors = DeviceArray<Node>(own_edges);
  weight_bits = DeviceArray<std::int32_t>(own_edges);
  strongNeighbor = DeviceArray<Node>(whole.numNodes);
  matched_bits = DeviceArray<std::uint32_t>(words_of(whole.numNodes));
  matches = DeviceArray<Node>(own_nodes);
  candidates = DeviceArray<Candidates>(own_nodes);
  bounds = DeviceArray<std::uint32_t>(bounds_of(own_edges));
  best_offer = DeviceArray<Offer>(own_nodes);
  for (DeviceArray<Node>& list : live) list = DeviceArray<Node>(own_nodes);
  exhausted = DeviceArray<Node>(own_nodes);
  long_lists = DeviceArray<Node>(own_nodes);
  hubs = DeviceArray<Node>(own_nodes);
  counters = DeviceArray<Counters>(1);
  copy_to_device(offsets, whole.offsets.data());
  copy_to_device(neighbors, whole.neighbors.data() + first_edge);
  copy_to_device(weight_bits, bits + first_edge);

  graph = {begin, end, first_edge, offsets.data(), neighbors.data(), weight_bits.data()};
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

std::int64_t FastPart::bytes(Node numNodes, std::int64_t own_nodes, EdgeIndex own_edges) {
  const std::int64_t everywhere =
      (numNodes + 1ll) * sizeof(EdgeIndex) + numNodes * sizeof(Node) + words_of(numNodes) * 4;
  const std::int64_t a_node = sizeof(Candidates) + sizeof(Offer) + 6 * sizeof(Node);
  const std::int64_t an_edge = sizeof(Node) + sizeof(std::int32_t);
  return everywhere + own_nodes * a_node + own_edges * an_edge + bounds_of(own_edges) * 4 +
         sizeof(Counters);
}

}  // namespace handshake
