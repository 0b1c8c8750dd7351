// Memory of the engine on one GPU.
#include <algorithm>
#include <atomic>

#include "extensions/b_matching/gpu_part.cuh"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

int processors_of(int device) {
  int count = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

// `more` elements after it are zero.
template <class T>
DeviceArray<T> copy_of(const T* from, std::size_t size, std::size_t more = 0) {
  DeviceArray<T> array(size + more);
  if (size > 0) {
    CUDA_CHECK(cudaMemcpy(array.data(), from, size * sizeof(T), cudaMemcpyHostToDevice));
  }
  if (more > 0) CUDA_CHECK(cudaMemset(array.data() + size, 0, more * sizeof(T)));
  return array;
}

template <class T>
void raise(std::atomic<T>* largest, T value) {
  T seen = *largest;
  while (value > seen && !largest->compare_exchange_weak(seen, value)) {
  }
}

void lower(std::atomic<std::uint32_t>* smallest, std::uint32_t value) {
  std::uint32_t seen = *smallest;
  while (value < seen && !smallest->compare_exchange_weak(seen, value)) {
  }
}

// Side by side if that takes no more room than a place for every edge.
int stride_of(std::int64_t each, std::size_t nodes, std::size_t edges) {
  return nodes > 0 && each * nodes <= edges ? static_cast<int>(each) : 0;
}

}  // namespace

Layout::Layout(const BProblem& problem, const std::int32_t* weight_bits) {
  std::atomic<std::int64_t> places{0}, cached_places{0}, degree{0};
  for_each_number(problem.graph.numNodes, 1 << 14, 0, [&](std::int64_t number) {
    const Node v = static_cast<Node>(number);
    const std::int64_t own = problem.places(v);
    raise(&places, own);
    if (own + kMoreCached <= kMostCached) raise(&cached_places, own);
    if (own > 0) raise(&degree, problem.degree(v));
  });
  most_places = static_cast<int>(places);
  while (cached < cached_places + kMoreCached) cached *= 2;
  has_sorted_lists = most_places + kMoreCached > kMostCached;
  const bool can_be_short = problem.ties == TieRule::kIndex && cached <= kMostInRegisters;
  short_list = can_be_short ? kShortList : 0;
  has_long_lists = degree > short_list;
  std::atomic<std::uint32_t> lowest{~0u}, highest{0};
  constexpr std::int64_t kInARow = 1 << 20;
  const EdgeIndex edges = problem.graph.numEdges();
  for_each_part((edges + kInARow - 1) / kInARow, 0, [&](std::int64_t part) {
    std::uint32_t low = ~0u, high = 0;
    for (EdgeIndex e = part * kInARow; e < std::min(edges, (part + 1) * kInARow); ++e) {
      low = std::min(low, order_of_bits(weight_bits[e]));
      high = std::max(high, order_of_bits(weight_bits[e]));
    }
    lower(&lowest, low);
    raise(&highest, high);
  });
  coarse = {lowest, 0};
  while ((std::max<std::uint32_t>(highest, lowest) - lowest) >> coarse.shift > 0xfff0)
    ++coarse.shift;
  key_base = highest > kMostCode ? highest - kMostCode : 0;
  if (short_list > 0 && lowest <= key_base) has_long_lists = true;  // warps see to what has no key
  has_hubs = degree > kHubDegree;
}

GpuPart::GpuPart(int device_index, const BProblem& problem, const std::int32_t* weight_bits,
                 const Layout& layout, Node begin, Node end)
    : device(device_index), processors(processors_of(device_index)) {
  const CsrGraph& graph = problem.graph;
  const EdgeIndex first_edge = graph.offsets[begin];
  const std::size_t own_edges = graph.offsets[end] - first_edge;
  const std::size_t own_nodes = end - begin;
  const std::size_t words = static_cast<std::size_t>(graph.numNodes) / 32 + 1;
  const int entry_stride =
      layout.has_sorted_lists ? 0 : stride_of(layout.cached, own_nodes, own_edges);
  const int place_stride = stride_of(layout.most_places, own_nodes, own_edges);
  offsets = copy_of(graph.offsets.data(), static_cast<std::size_t>(graph.numNodes) + 1);
  neighbors = copy_of(graph.neighbors.data() + first_edge, own_edges, 2 * kMostInRegisters);
  bits = copy_of(weight_bits + first_edge, own_edges, 2 * kMostInRegisters);
  bounds = copy_of(problem.bounds.data() + begin, own_nodes);
  entries = DeviceArray<Entry>(entry_stride > 0 ? own_nodes * entry_stride : own_edges);
  places = DeviceArray<Entry>(place_stride > 0 ? own_nodes * place_stride : own_edges);
  // Nodes with a lower degree than others leave holes; all is read in the end.
  CUDA_CHECK(cudaMemset(places.data(), 0, places.size() * sizeof(Entry)));
  last = DeviceArray<Entry>(own_nodes);
  thresholds = DeviceArray<Entry>(graph.numNodes);
  coarse_thresholds = DeviceArray<std::uint16_t>(graph.numNodes);
  owed = DeviceArray<int>(own_nodes);
  states = DeviceArray<NodeState>(own_nodes);
  partners = DeviceArray<int>(own_nodes);
  full = DeviceArray<std::uint32_t>(words);
  for (auto* queue : {&live[0], &live[1]}) *queue = DeviceArray<Node>(own_nodes);
  few = DeviceArray<Node>(layout.short_list > 0 ? own_nodes : 0);
  many = DeviceArray<Node>(own_nodes);
  hubs = DeviceArray<Node>(own_edges / kHubDegree);
  sorted = DeviceArray<Node>(layout.has_sorted_lists ? own_nodes : 0);
  counts = DeviceArray<QueueCounts>(kMostGpuRounds + 1);

  view.begin = begin;
  view.end = end;
  view.first_edge = first_edge;
  view.offsets = offsets.data();
  view.neighbors = neighbors.data();
  view.bits = bits.data();
  view.bounds = bounds.data();
  view.cached = layout.cached;
  view.short_list = layout.short_list;
  view.entry_stride = entry_stride;
  view.place_stride = place_stride;
  view.entries = entries.data();
  view.last = last.data();
  view.states = states.data();
  view.places = places.data();
  view.full = full.data();
  view.owed = owed.data();
  view.thresholds = {coarse_thresholds.data(), thresholds.data()};
  view.coarse = layout.coarse;
  view.key_base = layout.key_base;
  view.thresholds_of[0] = view.thresholds;
  view.copies = 1;
}

}  // namespace handshake
