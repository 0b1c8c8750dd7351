// Sorts the nodes of a level by degree class and by color, so that all nodes of a block have the
// same class and the same color.
#pragma once

#include "extensions/louvain/gpu_level.cuh"
#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_sub_round.cuh"

namespace handshake::louvain {

constexpr int kMostColors = 64;
constexpr int kMostKeys = kClasses * kMostColors;
constexpr int kListThreads = 256;
constexpr int kNodesOfBlock = 4096;

// The class and the color of a node as one number; -1 for a node without edges, which is in no
// list.
__device__ inline int key_of(const EdgeIndex* offsets, Node v, int colors) {
  const EdgeIndex degree = offsets[v + 1] - offsets[v];
  return degree == 0 ? -1 : class_of(degree) * colors + color_of(v, colors);
}

// One block per range of nodes: counts[key * blocks + block] becomes the number of nodes with this
// key in the range of this block.
__global__ void __launch_bounds__(kListThreads)
    count_keys_gpu(const EdgeIndex* offsets, Node nodes, int colors, int* counts) {
  __shared__ int of_key[kMostKeys];
  const int keys = kClasses * colors;
  for (int key = static_cast<int>(threadIdx.x); key < keys; key += kListThreads) of_key[key] = 0;
  __syncthreads();
  const std::int64_t begin = std::int64_t{blockIdx.x} * kNodesOfBlock;
  for (std::int64_t v = begin + threadIdx.x; v < begin + kNodesOfBlock && v < nodes;
       v += kListThreads) {
    const int key = key_of(offsets, static_cast<Node>(v), colors);
    if (key >= 0) atomicAdd(of_key + key, 1);
  }
  __syncthreads();
  for (int key = static_cast<int>(threadIdx.x); key < keys; key += kListThreads) {
    counts[std::int64_t{key} * gridDim.x + blockIdx.x] = of_key[key];
  }
}

// One block per range of nodes, as in count_keys_gpu. Each block writes to places that no other
// block uses. For each count, `places` contains the sum of all earlier counts.
__global__ void __launch_bounds__(kListThreads)
    fill_lists_gpu(const EdgeIndex* offsets, Node nodes, int colors, const int* places, Node* order,
                   int* starts) {
  __shared__ int next[kMostKeys];
  const int keys = kClasses * colors;
  for (int key = static_cast<int>(threadIdx.x); key < keys; key += kListThreads) {
    next[key] = places[std::int64_t{key} * gridDim.x + blockIdx.x];
    if (blockIdx.x == 0) starts[key] = next[key];
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) starts[keys] = places[std::int64_t{keys} * gridDim.x];
  __syncthreads();
  const std::int64_t begin = std::int64_t{blockIdx.x} * kNodesOfBlock;
  for (std::int64_t v = begin + threadIdx.x; v < begin + kNodesOfBlock && v < nodes;
       v += kListThreads) {
    const int key = key_of(offsets, static_cast<Node>(v), colors);
    if (key >= 0) order[atomicAdd(next + key, 1)] = static_cast<Node>(v);
  }
}

// One thread per hub. The first kernel counts the chunks into which the hub is cut. The second
// kernel stores the index of the hub for each of its chunks.
__global__ void count_chunks_gpu(const EdgeIndex* offsets, const Node* hubs, int count,
                                 int* chunks) {
  for_each_of_grid(count, [&](std::int64_t i) {
    const EdgeIndex degree = offsets[hubs[i] + 1] - offsets[hubs[i]];
    chunks[i] = static_cast<int>((degree + kEdgesOfBlock - 1) / kEdgesOfBlock);
  });
}

__global__ void name_chunks_gpu(const int* chunk_starts, int count, int* hub_of_chunk) {
  for_each_of_grid(count, [&](std::int64_t i) {
    for (int chunk = chunk_starts[i]; chunk < chunk_starts[i + 1]; ++chunk) {
      hub_of_chunk[chunk] = static_cast<int>(i);
    }
  });
}

// Computes where the chunks of each color begin, with one thread per color and one more thread for
// the end. `starts` says where the hubs of each color begin in a list of all nodes.
__global__ void chunks_of_colors_gpu(const int* chunk_starts, const int* starts, int colors,
                                     int* chunks) {
  for_each_of_grid(colors + 1, [&](std::int64_t color) {
    chunks[color] = chunk_starts[starts[color] - starts[0]];
  });
}

template <class Value>
__global__ void clear_hubs_gpu(HubTables<Value> hubs, std::int64_t slots, int count) {
  for_each_of_grid(slots, [&](std::int64_t slot) { hubs.slots.clear_slot(slot); });
  for_each_of_grid(count, [&](std::int64_t hub) { hubs.counts[hub] = {0, 0, 0}; });
}

}  // namespace handshake::louvain
