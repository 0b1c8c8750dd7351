// Launches the kernels that make the lists of a level.
#pragma once

#include "extensions/louvain/gpu_context.cuh"
#include "extensions/louvain/gpu_state.cuh"

namespace handshake::louvain {

// Cuts the neighbor list of each hub into chunks, because many blocks work on one hub.
inline void cut_hubs(const GpuContext& gpu, const GpuWork& work, GpuMemory* memory, int hubs,
                     GpuLevel* level) {
  const int colors = gpu.options.colors;
  const int* const starts = work.list_starts + kHubs * colors;
  const Node* const list = level->order + level->starts[kHubs * colors];
  level->chunk_starts = memory->take<int>(hubs + 1);
  level->hub_of_chunk = memory->take<int>(2 * level->edges / kEdgesOfBlock + 1);
  count_chunks_gpu<<<gpu.blocks_for(hubs), kPassThreads>>>(level->offsets, list, hubs,
                                                           level->chunk_starts);
  exclusive_scan(level->chunk_starts, hubs, level->chunk_starts, work.scratch);
  name_chunks_gpu<<<gpu.blocks_for(hubs), kPassThreads>>>(level->chunk_starts, hubs,
                                                          level->hub_of_chunk);
  int* const of_color = work.list_starts + work.keys_of_lists + 1;
  chunks_of_colors_gpu<<<1, kMostColors + 1>>>(level->chunk_starts, starts, colors, of_color);
  CUDA_CHECK(cudaGetLastError());
  level->chunks.resize(colors + 1);
  copy_out(of_color, colors + 1, level->chunks.data());
}

inline void make_lists(const GpuContext& gpu, const GpuWork& work, GpuMemory* memory,
                       GpuLevel* level) {
  const int colors = gpu.options.colors;
  const int keys = static_cast<int>(work.keys_of_lists);
  const auto blocks = static_cast<unsigned>(parts_of(level->nodes, kNodesOfBlock));
  level->order = memory->take<Node>(level->nodes);
  count_keys_gpu<<<blocks, kListThreads>>>(level->offsets, level->nodes, colors, work.counts);
  exclusive_scan(work.counts, std::int64_t{keys} * blocks, work.counts, work.scratch);
  fill_lists_gpu<<<blocks, kListThreads>>>(level->offsets, level->nodes, colors, work.counts,
                                           level->order, work.list_starts);
  CUDA_CHECK(cudaGetLastError());
  level->starts.resize(keys + 1);
  copy_out(work.list_starts, keys + 1, level->starts.data());
  const int hubs = level->starts[keys] - level->starts[kHubs * colors];
  if (hubs > 0) cut_hubs(gpu, work, memory, hubs, level);
}

}  // namespace handshake::louvain
