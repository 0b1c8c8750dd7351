// The nodes of a sub-round: by class of degree, and which of them move.
#pragma once

#include "extensions/louvain/gpu_edges.cuh"

namespace handshake {

constexpr int kPassWarps = kPassThreads / kWarpSize;
constexpr int kTileClasses =
    3;                    // served by tiles of a warp, 32 nodes a batch; then a block a node,
constexpr int kHubs = 4;  // and for the last class a block for every kEdgesOfBlock edges
constexpr int kSlotsOfWarp = 256;

// Nodes of one class. `moved` has a bit a node for classes that are served in batches, else a word.
struct Segment {
  const Node* nodes;
  unsigned* moved;
  std::int64_t size;

  __device__ bool moves(std::int64_t i, bool in_batches) const {
    return in_batches ? moved[i / kWarpSize] >> (i % kWarpSize) & 1 : moved[i] != 0;
  }
};

// A part of the blocks of a launch serves each class, the longest lists first.
struct SubRound {
  Segment of_class[kClasses];
  int blocks[kClasses];
  int color;
};

// Longest lists, cut into chunks of kEdgesOfBlock edges.
struct HubCount {
  int entered;  // communities in the table of the hub
  int chunks;   // that have been added up
  unsigned long long to_own;
};
template <int kWords>
struct HubTables {
  GpuTable<kWords> slots;   // those of a hub begin at twice its offset; free between sub-rounds
  int* entered;             // slots of a hub that are in use, from its offset on
  HubCount* counts;         // [hubs] all 0 between sub-rounds
  const int* chunk_starts;  // [hubs + 1]
  const int* hub_of_chunk;
  int first_hub;  // of the color
};
struct HubChunk {
  int hub;  // among those of the color
  EdgeIndex first;
  int chunks;  // of this hub
};

template <int kWords>
__device__ inline HubChunk chunk_of_block(const HubTables<kWords>& hubs, int block) {
  const int chunk = hubs.chunk_starts[hubs.first_hub] + block;
  const int hub = hubs.hub_of_chunk[chunk];
  const int start = hubs.chunk_starts[hub];
  return {hub - hubs.first_hub, EdgeIndex{chunk - start} * kEdgesOfBlock,
          hubs.chunk_starts[hub + 1] - start};
}

// Calls run(class, block among those of the class).
template <class Run>
__device__ inline void by_class(const SubRound& round, const Run& run) {
  int block = static_cast<int>(blockIdx.x);
  for (int i = kClasses - 1; i >= 0; --i) {
    if (block < round.blocks[i]) return run(i, block);
    block -= round.blocks[i];
  }
}

// Lanes of a warp that have something to do, for tiles of kLanes lanes: calls run(has one, the lane
// that has it) for as many rounds as the busiest tile needs. `lanes` is room for 32.
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

}  // namespace handshake
