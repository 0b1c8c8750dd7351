// Everything that the engine keeps on one GPU.
#pragma once

#include "extensions/b_matching/gpu_offers.cuh"
#include "extensions/b_matching/problem.hpp"
#include "gpu/device_array.cuh"
#include "gpu/stream.cuh"

namespace handshake {

constexpr int kMostGpuRounds = 255;

// How long the queues are; every round has counters of its own. All start at 0.
struct QueueCounts {
  unsigned live, few, many, hubs, sorted;
};

// What is true of all places of a problem, and says how they are laid out.
struct Layout {
  int most_places = 0;  // of any node
  int cached = 8;       // see BPart
  int short_list = 0;   // see BPart
  CoarseOrder coarse{};
  std::uint32_t key_base = 0;
  bool has_hubs = false, has_long_lists = false, has_sorted_lists = false;

  Layout(const BProblem& problem, const std::int32_t* weight_bits);
};

struct GpuPart {
  // Takes the memory on the device that is current. `begin` must be a multiple of 32.
  GpuPart(int device, const BProblem& problem, const std::int32_t* weight_bits,
          const Layout& layout, Node begin, Node end);

  int device;
  int processors;  // multiprocessors of the device
  Stream stream;
  Event done;  // what other GPUs wait for
  DeviceArray<EdgeIndex> offsets;
  DeviceArray<Node> neighbors;
  DeviceArray<std::int32_t> bits, bounds;
  DeviceArray<Entry> entries, last, places, thresholds;
  DeviceArray<NodeState> states;
  DeviceArray<int> owed, partners;  // partners: how many each node has in the end
  DeviceArray<std::uint32_t> full;
  DeviceArray<std::uint16_t> coarse_thresholds;
  DeviceArray<Node> live[2], few, many, hubs, sorted;
  DeviceArray<QueueCounts> counts;
  BPart view;

  NodeQueue live_of(int round) { return {live[round & 1].data(), &counts.data()[round].live}; }
  FillQueues fill_of(int round) {
    QueueCounts* const of_round = &counts.data()[round];
    return {{few.data(), &of_round->few},
            {many.data(), &of_round->many},
            {hubs.data(), &of_round->hubs}};
  }
  NodeQueue sorted_lists() { return {sorted.data(), &counts.data()[0].sorted}; }
  // Where the places of node v begin.
  EdgeIndex places_begin(const BProblem& problem, Node v) const {
    return view.place_stride > 0 ? static_cast<EdgeIndex>(v - view.begin) * view.place_stride
                                 : problem.graph.offsets[v] - view.first_edge;
  }
};

}  // namespace handshake
