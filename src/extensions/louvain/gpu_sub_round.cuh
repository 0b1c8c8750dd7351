// The nodes of a sub-round, sorted by degree class, and the bits that say which of them move.
#pragma once

#include "extensions/louvain/gpu_edges.cuh"

namespace handshake::louvain {

constexpr int kPassWarps = kPassThreads / kWarpSize;
// Tiles of a warp handle the nodes of the first kTileClasses classes, in batches. In the next
// class, a whole block handles one node. The nodes of the last class are hubs: each block handles
// kEdgesOfBlock edges of a hub.
constexpr int kTileClasses = 5;
constexpr int kHubs = 6;
constexpr int kSlotsOfWarp = 384;

// If tiles handle class i: the number of lanes per node, and the number of nodes that a warp
// handles in `rounds` rounds.
__host__ __device__ constexpr int lanes_of_class(int i) {
  return i < 3 ? 4 << i : kWarpSize;
}
__host__ __device__ constexpr int nodes_of_batch(int i, int rounds) {
  return kWarpSize / lanes_of_class(i) * rounds;
}
constexpr int kMostRounds = 4;

// Nodes of one class. `moved` has one word per batch, with one bit per node; in the classes that
// blocks handle, `moved` has one word per node.
struct Segment {
  const Node* nodes;
  unsigned* moved;
  std::int64_t size;
};

// The nodes of a color. Each class gets some of the blocks; the first blocks handle the class with
// the longest lists.
struct SubRound {
  Segment of_class[kClasses];
  int blocks[kClasses];
  int color;
  int first_hub;  // the index of the color's first hub among all hubs
  int rounds;     // per batch; more for large graphs, where few nodes of a batch are active
};

// The counters of one hub. The list of a hub is cut into chunks of kEdgesOfBlock edges.
struct HubCount {
  int entered;  // communities in the table of the hub
  int judged;   // blocks that have computed the gains of their communities
  unsigned long long to_own;
};
template <class Value>
struct HubTables {
  // Between sub-rounds, all slots are empty and all counts are 0.
  GpuTable<kSumWords<Value>> slots;  // the table of a hub begins at twice the hub's offset
  int* entered;                      // the used slots of each hub, from the hub's offset on
  HubCount* counts;                  // [hubs]
  Choice<Value>* best;               // [chunks] the best choice of each block
  const int* chunk_starts;           // [hubs + 1]
  const int* hub_of_chunk;

  // The table of the hub whose edges are those from begin to end.
  __device__ GpuTable<kSumWords<Value>> table_of_hub(EdgeIndex begin, EdgeIndex end) const {
    return slots.part(2 * begin, static_cast<unsigned>(2 * (end - begin)));
  }
};
struct HubChunk {
  int hub;  // its number among the hubs of the color
  EdgeIndex first;
};

template <class Value>
__device__ inline HubChunk chunk_of_block(const HubTables<Value>& hubs, int first_hub, int block) {
  const int chunk = hubs.chunk_starts[first_hub] + block;
  const int hub = hubs.hub_of_chunk[chunk];
  return {hub - first_hub, EdgeIndex{chunk - hubs.chunk_starts[hub]} * kEdgesOfBlock};
}

// A chunk, together with its hub and the counters of the hub.
struct HubPart {
  HubChunk chunk;
  Node v;
  HubCount* count;
};

template <class Value>
__device__ inline HubPart hub_part_of_block(const HubTables<Value>& hubs, const SubRound& now,
                                            int block) {
  const HubChunk chunk = chunk_of_block(hubs, now.first_hub, block);
  return {chunk, now.of_class[kHubs].nodes[chunk.hub], hubs.counts + now.first_hub + chunk.hub};
}

// Finds the class of block `block`. Calls run(class, number of the block within the class).
template <class Run>
__device__ inline void by_class(const SubRound& round, int block, const Run& run) {
  for (int i = kClasses - 1; i >= 0; --i) {
    if (block < round.blocks[i]) return run(i, block);
    block -= round.blocks[i];
  }
}

// Distributes the work of the busy lanes of a warp over tiles of kLanes lanes. In each round, each
// tile calls run(has_work, from): whether it has work, and the lane from which this work comes.
// `lanes` points to 32 elements.
template <int kLanes, class Run>
__device__ inline void by_tiles(unsigned busy, int* lanes, const Run& run) {
  const int lane = lane_of_thread();
  if (busy >> lane & 1) lanes[__popc(busy & ((1u << lane) - 1))] = lane;
  __syncwarp();
  const int count = __popc(busy);
  for (int first = 0; first < count; first += kWarpSize / kLanes) {
    const int rank = first + lane / kLanes;
    run(rank < count, rank < count ? lanes[rank] : 0);
  }
  __syncwarp();
}

}  // namespace handshake::louvain
