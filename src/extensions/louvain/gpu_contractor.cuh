// Contraction: the communities of a level become the nodes of the next one.
#pragma once

#include <limits>

#include "extensions/louvain/gpu_context.cuh"
#include "extensions/louvain/gpu_state.cuh"

namespace handshake::louvain {

class GpuContractor {
 public:
  GpuContractor(const GpuContext& gpu, GpuMemory* memory, GpuWork* work)
      : gpu_(gpu), memory_(memory), work_(work) {}

  // Numbers the communities in the order of their first members, and sets number[v] to the number
  // of the community of v. Afterwards ranks[nodes] is the number of communities.
  void number_communities(const Node* community, Node nodes, Node* first, Node* number) {
    if (nodes == 0) return;
    const unsigned blocks = gpu_.blocks_for(nodes);
    CUDA_CHECK(cudaMemsetAsync(first, 0x7f, nodes * sizeof(Node)));
    find_first_members_gpu<<<blocks, kPassThreads>>>(community, nodes, first);
    mark_first_members_gpu<<<blocks, kPassThreads>>>(community, nodes, first, work_->ranks);
    exclusive_scan(work_->ranks, nodes, work_->ranks, work_->scratch);
    number_by_first_member_gpu<<<blocks, kPassThreads>>>(community, nodes, first, work_->ranks,
                                                         number);
    CUDA_CHECK(cudaGetLastError());
  }

  // Makes the next level from the communities of this level. Returns false if every node is a
  // community of its own: then the next level would not be smaller.
  bool contract(const Node* communities, GpuLevel* fine, GpuLevel* coarse) {
    GpuLevel& level = *fine;
    const Node nodes = level.nodes;
    level.node_of = memory_->take<Node>(nodes);
    number_communities(communities, nodes, work_->first, level.node_of);
    const int* const count = work_->ranks + nodes;
    const bool narrow = fits_narrow(gpu_.problem);
    level.with_view([&](const auto& view) {
      narrow ? fill_tables<1>(level, view, count) : fill_tables<2>(level, view, count);
    });

    const ContractedCommunities& made = work_->made;
    mark_linked_gpu<<<gpu_.blocks_for(nodes), kPassThreads>>>(made, count, nodes);
    exclusive_scan(made.ranks, nodes, made.ranks, work_->scratch);
    exclusive_scan(made.offsets, nodes, made.offsets, work_->scratch);
    report_sizes_gpu<<<1, 1>>>(made, count, work_->sizes);
    CUDA_CHECK(cudaGetLastError());
    ContractedSizes sizes;
    copy_out(work_->sizes, 1, &sizes);
    if (sizes.communities == nodes) return false;
    *coarse = lay_out(level, count, sizes);
    renumber_gpu<<<gpu_.blocks_for(nodes), kPassThreads>>>(level.node_of, nodes, made, count);
    CUDA_CHECK(cudaGetLastError());
    return true;
  }

 private:
  template <int kWords, class View>
  void fill_tables(const GpuLevel& level, const View& view, const int* count) {
    const ContractedCommunities& made = work_->made;
    const Node nodes = level.nodes;
    for (void* sums : {static_cast<void*>(made.edges), static_cast<void*>(made.loops),
                       static_cast<void*>(made.strengths)}) {
      CUDA_CHECK(cudaMemsetAsync(sums, 0, nodes * sizeof(unsigned long long)));
    }
    CUDA_CHECK(cudaMemsetAsync(made.degrees, 0, nodes * sizeof(int)));
    add_nodes_gpu<<<gpu_.blocks_for(nodes), kPassThreads>>>(view, level.node_of, made);
    size_tables_gpu<<<gpu_.blocks_for(nodes), kPassThreads>>>(made, count, nodes);
    exclusive_scan(made.tables, nodes, made.tables, work_->scratch);
    const auto tables = work_->tables_of<kWords>();
    clear_slots_gpu<<<gpu_.blocks_for(2 * level.edges), kPassThreads>>>(made.tables + nodes,
                                                                        tables);
    CUDA_CHECK(cudaGetLastError());
    const auto merge_of = [&](int class_number) {
      const int start = level.starts[class_number * gpu_.options.colors];
      const int end = level.starts[(class_number + 1) * gpu_.options.colors];
      Merge<typename View::WeightType, kWords> merge{
          view, level.node_of, level.order + start, end - start, nullptr, nullptr, tables, made};
      if (class_number == kHubs && end > start) {
        merge.size = level.chunks.back();
        merge.chunk_starts = level.chunk_starts;
        merge.hub_of_chunk = level.hub_of_chunk;
      }
      return merge;
    };
    merge<4>(merge_of(0));
    merge<8>(merge_of(1));
    merge<16>(merge_of(2));
    merge<32>(merge_of(3));
    merge<32>(merge_of(4));
    merge_by_blocks(merge_of(5));
    merge_by_blocks(merge_of(kHubs));
  }

  template <int kLanes, class Merge>
  void merge(const Merge& merge) const {
    if (merge.size == 0) return;
    merge_gpu<kLanes><<<gpu_.blocks_for(merge.size, kPassThreads / kLanes), kPassThreads>>>(merge);
    CUDA_CHECK(cudaGetLastError());
  }

  template <class Merge>
  void merge_by_blocks(const Merge& merge) const {
    if (merge.size == 0) return;
    merge_by_blocks_gpu<<<gpu_.blocks_for(merge.size, 1), kPassThreads>>>(merge);
    CUDA_CHECK(cudaGetLastError());
  }

  GpuLevel lay_out(const GpuLevel& fine, const int* count, const ContractedSizes& sizes) {
    GpuLevel level;
    level.nodes = sizes.nodes;
    level.edges = sizes.edges;
    level.offsets = memory_->take<EdgeIndex>(std::size_t{1} + sizes.nodes);
    level.neighbors = memory_->take<Node>(sizes.edges);
    level.loops = memory_->take<Weight>(sizes.nodes);
    level.strengths = memory_->take<Weight>(sizes.nodes);
    write_nodes_gpu<<<gpu_.blocks_for(sizes.communities + 1), kPassThreads>>>(
        work_->made, sizes.communities, level.offsets, level.loops, level.strengths);
    CUDA_CHECK(cudaGetLastError());
    if (sizes.edges == 0) return level;
    const std::int64_t tiles = parts_of(2 * fine.edges, kScanTile);
    const std::int64_t* const slots = work_->made.tables + fine.nodes;
    count_filled_gpu<<<gpu_.blocks_for(tiles, 1), kScanThreads>>>(slots, work_->table_keys,
                                                                  work_->filled, tiles);
    exclusive_scan(work_->filled, tiles, work_->places, work_->scratch);
    const auto write = [&](auto* weights) {
      const auto write_from = [&](const auto& tables) {
        write_edges_gpu<<<gpu_.blocks_for(tiles, 1), kScanThreads>>>(
            slots, tables, work_->places, tiles, work_->made, count, level.neighbors, weights);
      };
      if (fits_narrow(gpu_.problem)) {
        write_from(work_->tables_of<1>());
      } else {
        write_from(work_->tables_of<2>());
      }
    };
    if (gpu_.problem.total <= std::numeric_limits<std::int32_t>::max()) {
      write(level.narrow = memory_->take<std::int32_t>(sizes.edges));
    } else {
      write(level.wide = memory_->take<std::int64_t>(sizes.edges));
    }
    CUDA_CHECK(cudaGetLastError());
    return level;
  }

  const GpuContext& gpu_;
  GpuMemory* memory_;
  GpuWork* work_;
};

}  // namespace handshake::louvain
