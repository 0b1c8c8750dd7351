// Everything that the engine keeps on one GPU.
#pragma once

#include <memory>

#include "extensions/b_matching/gpu_offers.cuh"
#include "extensions/b_matching/problem.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"

namespace handshake::b_matching {

constexpr int kMostGpuRounds = 255;
constexpr int kBlocksOfGiant = 64;
constexpr int kWordsAfterLists = 2 * kMostInRegisters;  // words that are read, but ignored

// The lengths of the queues. Every round has its own counters, which start at 0.
struct QueueCounts {
  unsigned live, few, many, hubs, giants, sorted;
};

// Decides how the data of the nodes are stored, and which kernels run.
struct Layout {
  int most_places = 0;  // the largest number of places of a node
  int cached = 8;       // see BPart
  int short_list = 0;   // see BPart
  CoarseOrder coarse{};
  std::uint32_t key_base = 0;
  bool has_hubs = false, has_giants = false, has_long_lists = false, has_sorted_lists = false;

  Layout(const Problem& problem, const std::int32_t* weight_bits);
};

// Which nodes a part has, and how long its arrays are.
struct PartPlan {
  Node begin, end;  // `begin` is a multiple of 32
  std::size_t nodes, own_nodes, own_edges;
  bool has_edges;  // whether edges are on the GPU; otherwise lists come from the host
  int entry_stride, place_stride;
  Buffer<EdgeIndex> entry_starts, place_starts;  // only if lists come from the host
  std::size_t entries, places, few, sorted;
  std::size_t room = 0;  // how many edges fit into a batch of lists from the host

  PartPlan(const Problem& problem, const Layout& layout, Node first, Node after, bool edges);
  std::int64_t bytes() const;
};

struct PartArrays {
  DeviceArray<EdgeIndex> offsets, list_starts, entry_starts, place_starts;
  DeviceArray<Node> neighbors;
  DeviceArray<std::int32_t> bits, bounds;
  DeviceArray<Entry> entries, last, places, thresholds;
  DeviceArray<NodeState> states;
  DeviceArray<int> owed, partners;  // `partners`: how many each node has in the end
  DeviceArray<std::uint32_t> full;
  DeviceArray<std::uint16_t> coarse_thresholds;
  DeviceArray<Node> live[2], few, many, hubs, giants, sorted;
  DeviceArray<QueueCounts> counts;
  DeviceArray<Entry> best_of_blocks;
  DeviceArray<unsigned> blocks_finished;

  // Calls take(&array, size) for each array.
  template <class Take>
  void for_each(const PartPlan& plan, const Take& take);
};

class ListStream;

struct GpuPart : PartArrays {
  // Allocates the memory on the current device. `problem` and the weights must outlive this object.
  GpuPart(int device, const Problem& problem, const std::int32_t* weight_bits, const Layout& layout,
          PartPlan own);
  ~GpuPart();

  int device;
  int processors;  // multiprocessors of the device
  PartPlan plan;
  Stream stream;
  Event done;  // the event that other GPUs wait for
  BPart view;
  std::unique_ptr<ListStream> lists;  // only if lists come from the host

  NodeQueue live_of(int round) { return {live[round & 1].data(), &counts.data()[round].live}; }
  FillQueues fill_of(int round) {
    QueueCounts* const of_round = &counts.data()[round];
    return {{few.data(), &of_round->few},
            {many.data(), &of_round->many},
            {hubs.data(), &of_round->hubs},
            {giants.data(), &of_round->giants}};
  }
  NodeQueue sorted_lists() { return {sorted.data(), &counts.data()[0].sorted}; }
  BlocksTogether together() { return {best_of_blocks.data(), blocks_finished.data()}; }
  // Where the places of node v begin.
  EdgeIndex places_begin(const Problem& problem, Node v) const {
    const Node own = v - view.begin;
    if (view.place_stride > 0) return static_cast<EdgeIndex>(own) * view.place_stride;
    if (!plan.has_edges) return plan.place_starts[own];
    return problem.graph.offsets[v] - problem.graph.offsets[view.begin];
  }
};

}  // namespace handshake::b_matching
