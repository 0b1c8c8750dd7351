// The engine's data on the GPU: the graphs of the hierarchy, and the memory for the work on them.
#pragma once

#include <vector>

#include "extensions/louvain/gpu_contract.cuh"
#include "extensions/louvain/gpu_lists.cuh"
#include "extensions/louvain/gpu_memory.cuh"
#include "extensions/louvain/gpu_small_level.cuh"
#include "extensions/louvain/louvain.hpp"
#include "gpu/stream.cuh"

namespace handshake::louvain {

struct GpuLevel {
  Node nodes = 0;
  EdgeIndex edges = 0;
  EdgeIndex* offsets = nullptr;
  Node* neighbors = nullptr;
  std::int32_t* narrow = nullptr;  // the weights, if narrow; otherwise null
  std::int64_t* wide = nullptr;    // the weights, if not narrow; otherwise null
  Weight* loops = nullptr;
  Weight* strengths = nullptr;
  Node* node_of = nullptr;      // [node] its node in the coarser graph, after contraction
  Node* order = nullptr;        // nodes by class and color
  std::vector<int> starts;      // where each class and color begins in `order`
  int* chunk_starts = nullptr;  // this array and the next one: see HubTables
  int* hub_of_chunk = nullptr;
  std::vector<int> chunks;  // where the chunks of each color start

  template <class InputWeight>
  LevelView<InputWeight> view() const {
    if constexpr (sizeof(InputWeight) == sizeof *wide) {
      return {nodes, offsets, neighbors, wide, loops, strengths};
    } else {
      return {nodes, offsets, neighbors, narrow, loops, strengths};
    }
  }
  // Calls run(view), where the view has the same weight type as the graph.
  template <class Run>
  void with_view(const Run& run) const {
    wide != nullptr ? run(view<std::int64_t>()) : run(view<std::int32_t>());
  }
};

// Copies the weights of the edges from begin to end.
inline void copy_weights(const LevelGraph& graph, EdgeIndex begin, EdgeIndex end, GpuMemory* memory,
                         GpuLevel* level) {
  if (const auto* narrow = std::get_if<Buffer<std::int32_t>>(&graph.weights)) {
    level->narrow = memory->copy_in(narrow->data() + begin, end - begin);
  } else {
    const auto& wide = std::get<Buffer<std::int64_t>>(graph.weights);
    level->wide = memory->copy_in(wide.data() + begin, end - begin);
  }
}

// The number of bytes for a level, the work on it, and the coarser levels together.
inline std::size_t bytes_for(std::size_t nodes, std::size_t edges, int colors) {
  return (std::size_t{1} << 20) + nodes * (200 + colors / 8) + edges * (16 + 24 + 16);
}

// The memory for the work on a level. All levels use it one after the other: no level is larger
// than the first.
struct GpuWork {
  GpuWork(GpuMemory* memory, Node n, EdgeIndex edges, int colors)
      : keys_of_lists(std::int64_t{kClasses} * colors),
        list_blocks((std::int64_t{n} + kNodesOfBlock - 1) / kNodesOfBlock),
        slots(2 * edges) {
    const auto room = static_cast<std::size_t>(n) + 1;
    communities.of_node = memory->take<Node>(room);
    communities.next = memory->take<Node>(room);
    for (Node*& array : best) array = memory->take<Node>(room);
    communities.sums = memory->take<WideSum>(room);
    communities.active = memory->take<std::uint8_t>(room);
    communities.state = memory->take<PassState>(1);
    moved = memory->take<unsigned>(room + keys_of_lists);
    hub_counts = memory->take<HubCount>(edges / kClassDegrees[kHubs - 1] + 1);
    best_of_chunks = memory->take<Choice<Wide>>(2 * edges / kEdgesOfBlock + 1);
    entered = memory->take<int>(edges);
    rounds = memory->take<SubRound>(colors);
    counts = memory->take<int>(keys_of_lists * list_blocks + 1);
    list_starts = memory->take<int>(keys_of_lists + colors + 2);
    const std::int64_t longest =
        std::max({std::int64_t{n} + 1, keys_of_lists * list_blocks, slots / kScanTile + 1});
    scratch = memory->take<std::int64_t>(scan_scratch(longest));
    first = memory->take<Node>(room);
    ranks = memory->take<int>(room);
    made.edges = memory->take<unsigned long long>(room);
    made.loops = memory->take<unsigned long long>(room);
    made.strengths = memory->take<unsigned long long>(room);
    made.tables = memory->take<std::int64_t>(room);
    made.degrees = memory->take<int>(room);
    made.offsets = memory->take<EdgeIndex>(room);
    made.ranks = memory->take<int>(room);
    table_keys = memory->take<Node>(slots);
    for (unsigned*& words : table_words) words = memory->take<unsigned>(slots);
    filled = memory->take<int>(slots / kScanTile + 1);
    places = memory->take<EdgeIndex>(slots / kScanTile + 2);
    sizes = memory->take<ContractedSizes>(1);
  }

  template <int kWords>
  GpuTable<kWords> tables_of() const {
    return {table_keys, table_words[0], table_words[kWords - 1], 0};
  }

  std::int64_t keys_of_lists, list_blocks, slots;
  LevelCommunities communities;
  Node* best[2];
  unsigned* moved;
  HubCount* hub_counts;
  void* best_of_chunks;  // an array of Choice<Value>
  SubRound* rounds;
  int *entered, *counts, *list_starts;
  std::int64_t* scratch;
  Node* first;
  int* ranks;
  ContractedCommunities made;
  Node* table_keys;
  unsigned* table_words[2];
  int* filled;
  EdgeIndex* places;
  ContractedSizes* sizes;
};

}  // namespace handshake::louvain
