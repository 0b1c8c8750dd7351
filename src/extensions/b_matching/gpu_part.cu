// The memory of the engine on one GPU.
#include <algorithm>
#include <atomic>
#include <type_traits>
#include <utility>

#include "extensions/b_matching/gpu_list_stream.cuh"
#include "extensions/b_matching/gpu_part.cuh"
#include "extensions/b_matching/slots.hpp"
#include "graph/parallel.hpp"

namespace handshake::b_matching {
namespace {

int processors_of(int device) {
  int count = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

template <class T, class Array>
void copy_to(DeviceArray<T>* array, const Array* from, std::size_t size) {
  if (size == 0) return;
  CUDA_CHECK(cudaMemcpy(array->data(), from, size * sizeof(T), cudaMemcpyHostToDevice));
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

// Returns `each` if an array with `each` elements per node has at most `edges` elements, and
// otherwise 0.
int stride_of(std::int64_t each, std::size_t nodes, std::size_t edges) {
  return nodes > 0 && each * nodes <= edges ? static_cast<int>(each) : 0;
}

}  // namespace

Layout::Layout(const Problem& problem, const std::int32_t* weight_bits) {
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
  const bool can_be_short = problem.ties != TieRule::kDegree && cached <= kMostInRegisters;
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
  // The keys of gpu_short_lists.cuh cannot always decide which neighbors of a node are the best. If
  // they cannot, a warp handles the node.
  if (short_list > 0 && (problem.ties == TieRule::kHash || lowest <= key_base))
    has_long_lists = true;
  has_hubs = degree > kHubDegree;
  has_giants = degree > kGiantDegree;
}

PartPlan::PartPlan(const Problem& problem, const Layout& layout, Node first, Node after, bool edges)
    : begin(first),
      end(after),
      nodes(problem.graph.numNodes),
      own_nodes(after - first),
      own_edges(problem.graph.offsets[after] - problem.graph.offsets[first]),
      has_edges(edges),
      entry_stride(0),
      place_stride(0),
      few(layout.short_list > 0 ? own_nodes : 0),
      sorted(layout.has_sorted_lists ? own_nodes : 0) {
  if (has_edges) {
    if (!layout.has_sorted_lists) entry_stride = stride_of(layout.cached, own_nodes, own_edges);
    place_stride = stride_of(layout.most_places, own_nodes, own_edges);
    entries = entry_stride > 0 ? own_nodes * entry_stride : own_edges;
    places = place_stride > 0 ? own_nodes * place_stride : own_edges;
    return;
  }
  const Node own = end - begin;
  place_starts = starts_of(own, 0, [&](Node i) { return problem.places(begin + i); });
  entry_starts = starts_of(own, 0, [&](Node i) {  // the same rule as in BPart::capacity
    const EdgeIndex degree = problem.degree(begin + i);
    const bool keeps_all = problem.places(begin + i) + kMoreCached > kMostCached;
    return keeps_all ? degree : std::min<EdgeIndex>(layout.cached, degree);
  });
  entries = entry_starts[own];
  places = place_starts[own];
}

template <class Take>
void PartArrays::for_each(const PartPlan& plan, const Take& take) {
  const std::size_t own = plan.own_nodes, starts = plan.has_edges ? 0 : own + 1;
  const std::size_t edges = plan.has_edges ? plan.own_edges + kWordsAfterLists : 0;
  take(&offsets, plan.nodes + 1);
  for (auto* array : {&list_starts, &entry_starts, &place_starts}) take(array, starts);
  take(&neighbors, edges);
  take(&bits, edges);
  take(&bounds, own);
  take(&entries, plan.entries);
  take(&places, plan.places);
  take(&last, own);
  take(&thresholds, plan.nodes);
  take(&coarse_thresholds, plan.nodes);
  take(&states, own);
  take(&owed, own);
  take(&partners, own);
  take(&full, plan.nodes / 32 + 1);
  for (auto* queue : {&live[0], &live[1], &many}) take(queue, own);
  take(&few, plan.few);
  const std::size_t most_giants = plan.own_edges / kGiantDegree;
  take(&hubs, plan.own_edges / kHubDegree);
  take(&giants, most_giants);
  take(&best_of_blocks, plan.has_edges ? most_giants * kBlocksOfGiant * kWarpSize : 0);
  take(&blocks_finished, plan.has_edges ? most_giants : 0);
  take(&sorted, plan.sorted);
  take(&counts, std::size_t{kMostGpuRounds} + 1);
}

std::int64_t PartPlan::bytes() const {
  std::size_t sum = 0;
  PartArrays none;
  none.for_each(*this,
                [&sum](auto* array, std::size_t size) { sum += size * sizeof(*array->data()); });
  return static_cast<std::int64_t>(sum);
}

GpuPart::GpuPart(int device_index, const Problem& problem, const std::int32_t* weight_bits,
                 const Layout& layout, PartPlan own)
    : device(device_index), processors(processors_of(device_index)), plan(std::move(own)) {
  for_each(plan, [](auto* array, std::size_t size) {
    *array = std::remove_pointer_t<decltype(array)>(size);
  });
  const CsrGraph& graph = problem.graph;
  const EdgeIndex first_edge = graph.offsets[plan.begin];
  copy_to(&offsets, graph.offsets.data(), offsets.size());
  copy_to(&bounds, problem.bounds.data() + plan.begin, plan.own_nodes);
  const Starts as_edges{offsets.data() + plan.begin, first_edge};
  view.lists = view.entry_starts = view.place_starts = as_edges;
  if (plan.has_edges) {
    copy_to(&neighbors, graph.neighbors.data() + first_edge, plan.own_edges);
    copy_to(&bits, weight_bits + first_edge, plan.own_edges);
    constexpr std::size_t kAfter = kWordsAfterLists * sizeof(std::int32_t);
    CUDA_CHECK(cudaMemset(neighbors.data() + plan.own_edges, 0, kAfter));
    CUDA_CHECK(cudaMemset(bits.data() + plan.own_edges, 0, kAfter));
  } else {
    copy_to(&entry_starts, plan.entry_starts.data(), entry_starts.size());
    copy_to(&place_starts, plan.place_starts.data(), place_starts.size());
    lists = std::make_unique<ListStream>(problem, weight_bits, plan.room);
    view.lists = {list_starts.data(), 0};
    view.entry_starts = {entry_starts.data(), 0};
    view.place_starts = {place_starts.data(), 0};
  }
  if (blocks_finished.size() > 0) {
    CUDA_CHECK(cudaMemset(blocks_finished.data(), 0, blocks_finished.size() * sizeof(unsigned)));
  }
  // Some nodes do not write all their places, but all places are read in the end.
  CUDA_CHECK(cudaMemset(places.data(), 0, places.size() * sizeof(Entry)));

  view.begin = plan.begin;
  view.end = plan.end;
  view.offsets = offsets.data();
  view.neighbors = neighbors.data();
  view.bits = bits.data();
  view.bounds = bounds.data();
  // If hashes break ties, a thread also needs a register for the first neighbor that is not kept:
  // it compares this neighbor with the last kept one. So the node keeps one neighbor less.
  view.cached = layout.cached - (problem.ties == TieRule::kHash && layout.short_list > 0 ? 1 : 0);
  view.short_list = layout.short_list;
  view.entry_stride = plan.entry_stride;
  view.place_stride = plan.place_stride;
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

GpuPart::~GpuPart() = default;

}  // namespace handshake::b_matching
