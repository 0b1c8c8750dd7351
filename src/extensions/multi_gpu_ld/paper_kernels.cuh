// The two kernels of LD-GPU (Mandulak, Ghosh, Ferdous, Halappanavar, Slota: Efficient Weighted
// Graph Matching on GPUs), as in Algorithm 3 of the paper. They are written for readers, not for
// speed; the fast engine is in first_pass.cuh, passes.cuh and settle.cuh.
#pragma once

#include "extensions/common/order.hpp"
#include "gpu/warp.cuh"

namespace handshake::ld {

constexpr int kPaperBlockSize = 256;

// One batch: the nodes from `begin` to `end` - 1 and their edges, in one of a GPU's two buffers.
struct Batch {
  Node begin;
  Node end;
  EdgeIndex first_edge;             // position of the batch's first edge in the whole graph
  const EdgeIndex* offsets;         // [numNodes + 1] of the whole graph
  const Node* neighbors;            // edges of the batch
  const std::int32_t* weight_bits;  // weights of these edges
};

// The best neighbor that a lane has seen so far, and the order of its edge; node -1 means none.
struct Choice {
  Node node = -1;
  std::uint32_t order = 0;
};

template <class Ties>
__device__ inline Choice better_choice(const Ties& ties, Node u, Choice a, Choice b) {
  if (a.node < 0 || b.node < 0) return a.node < 0 ? b : a;
  if (a.order != b.order) return a.order > b.order ? a : b;
  return ties.prefers(u, a.node, b.node) ? a : b;
}

// SETPOINTERS. Every warp takes nodes of the batch, one after another. The lanes of the warp go
// through the neighbors of one node, and a reduction finds the heaviest neighbor that has no mate.
//   in   mate [numNodes]
//   out  pointers[u]   by lane 0 of the warp that works on u; -1 if u has a mate, or if all its
//                      neighbors have mates
template <class Ties>
__global__ void __launch_bounds__(kPaperBlockSize)
    set_pointers_gpu(Batch batch, Ties ties, const Node* mate, Node* pointers) {
  const int lane = lane_of_thread();
  const EdgeIndex warps = static_cast<EdgeIndex>(gridDim.x) * blockDim.x / kWarpSize;
  const EdgeIndex warp =
      (static_cast<EdgeIndex>(blockIdx.x) * blockDim.x + threadIdx.x) / kWarpSize;
  for (EdgeIndex at = batch.begin + warp; at < batch.end; at += warps) {
    const Node u = static_cast<Node>(at);
    Choice p;
    if (mate[u] < 0) {
      const EdgeIndex end = batch.offsets[u + 1] - batch.first_edge;
      for (EdgeIndex e = batch.offsets[u] - batch.first_edge + lane; e < end; e += kWarpSize) {
        const Node v = batch.neighbors[e];
        if (mate[v] < 0) {
          p = better_choice(ties, u, p, Choice{v, weight_order(batch.weight_bits[e])});
        }
      }
    }
    for (int distance = kWarpSize / 2; distance > 0; distance /= 2) {
      Choice other;
      other.node = __shfl_down_sync(kFullWarp, p.node, distance);
      other.order = __shfl_down_sync(kFullWarp, p.order, distance);
      p = better_choice(ties, u, p, other);
    }
    if (lane == 0) pointers[u] = p.node;
  }
}

// SETMATES. Two nodes that point at each other become mates.
//   in   pointers [numNodes], the same on every GPU
//   out  mate[u]       by the thread of u, for the nodes begin .. end - 1 of this GPU
//   out  new_mates     the number of nodes that found a mate, by atomicAdd
__global__ void __launch_bounds__(kPaperBlockSize)
    set_mates_gpu(Node begin, Node end, const Node* pointers, Node* mate, int* new_mates) {
  const EdgeIndex threads = static_cast<EdgeIndex>(gridDim.x) * blockDim.x;
  for (EdgeIndex at = begin + static_cast<EdgeIndex>(blockIdx.x) * blockDim.x + threadIdx.x;
       at < end; at += threads) {
    const Node u = static_cast<Node>(at);
    const Node p = pointers[u];
    if (p >= 0 && pointers[p] == u) {
      mate[u] = p;
      atomicAdd(new_mates, 1);
    }
  }
}

}  // namespace handshake::ld
