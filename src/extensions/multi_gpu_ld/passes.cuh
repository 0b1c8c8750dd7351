// The passes over the nodes that are not matched: each node points at its strongest neighbor that
// is not matched either, and is matched with this neighbor if the neighbor points back.
#pragma once

#include "extensions/multi_gpu_ld/first_pass.cuh"

namespace handshake::ld {

// Appends node[k] of each thread of a block to a list, if keep[k] is true: first node[0] of all
// threads, then node[1] of all threads, and so on. This needs one atomicAdd per block. All threads
// of the block must call this function.
template <int kEach>
__device__ inline void append_kept(const bool (&keep)[kEach], const Node (&node)[kEach], Node* list,
                                   int* length) {
  __shared__ int place_of[kEach * kWarpsPerBlock];
  const int lane = lane_of_thread();
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  unsigned kept[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    kept[k] = __ballot_sync(kFullWarp, keep[k]);
    if (lane == 0) place_of[k * kWarpsPerBlock + warp] = __popc(kept[k]);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int total = 0;
    for (int i = 0; i < kEach * kWarpsPerBlock; ++i) {
      const int count = place_of[i];
      place_of[i] = total;
      total += count;
    }
    const int begin = total > 0 ? atomicAdd(length, total) : 0;
    for (int i = 0; i < kEach * kWarpsPerBlock; ++i) place_of[i] += begin;
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int before = __popc(kept[k] & ((1u << lane) - 1));
    if (keep[k]) list[place_of[k * kWarpsPerBlock + warp] + before] = node[k];
  }
  __syncthreads();
}

constexpr int kNodesPerThread = 4;

// The first handshake: all nodes have pointers, and two nodes that point at each other are matched.
//   in   strongNeighbor [numNodes]
//   out  matches[v]    by the thread of v
//   out  matched_bits  by the warp of v; part.begin is a multiple of 32, so no two warps share a
//                      word
//   out  live[0]       the nodes that are not matched, but have neighbors
static __global__ void __launch_bounds__(kBlockSize, 8)
    first_handshake_gpu(GraphPart part, MatchState state) {
  constexpr int kPerBlock = kBlockSize * kNodesPerThread;
  for (EdgeIndex start = part.begin + static_cast<EdgeIndex>(blockIdx.x) * kPerBlock;
       start < part.end; start += static_cast<EdgeIndex>(gridDim.x) * kPerBlock) {
    Node node[kNodesPerThread], target[kNodesPerThread], back[kNodesPerThread];
    bool keep[kNodesPerThread];
#pragma unroll
    for (int k = 0; k < kNodesPerThread; ++k) {
      const EdgeIndex at = start + k * kBlockSize + threadIdx.x;
      node[k] = at < part.end ? static_cast<Node>(at) : -1;
      target[k] = node[k] >= 0 ? state.strongNeighbor[node[k]] : -1;
    }
#pragma unroll
    for (int k = 0; k < kNodesPerThread; ++k) {
      back[k] = target[k] >= 0 ? state.strongNeighbor[target[k]] : -1;
    }
#pragma unroll
    for (int k = 0; k < kNodesPerThread; ++k) {
      const bool matched = target[k] >= 0 && back[k] == node[k];
      if (node[k] >= 0) state.matches[node[k] - part.begin] = matched ? target[k] : -1;
      const unsigned bits = __ballot_sync(kFullWarp, matched);
      if (lane_of_thread() == 0 && node[k] >= 0) state.matched_bits[node[k] >> 5] = bits;
      keep[k] = target[k] >= 0 && !matched;
    }
    append_kept<kNodesPerThread>(keep, node, state.live[0], &state.counters->live[0]);
  }
}

// The best eligible neighbors of a node with at most kCandidates neighbors: one thread reads the
// list.
template <class Ties, class Eligible>
__device__ inline Candidates read_short_list(const GraphPart& part, const Ties& ties, Node v,
                                             const Eligible& eligible) {
  const EdgeIndex begin = part.list_begin(v);
  const int degree = part.degree(v);
  const Node* list = part.neighbors + begin;
  BestFour<Ties> best;
#pragma unroll
  for (int k = 0; k < kCandidates; ++k) {
    if (k < degree) {
      const Node u = list[k];
      const std::uint32_t order = weight_order(part.weight_bits[begin + k]);
      if (eligible(u, order)) best.insert(ties, v, list, order, ties.of(v, u), k);
    }
  }
  return best.to_candidates(list);
}

// The first of the four candidates that is not matched, or -1. The candidates are looked up one
// after another, so that no look-up is wasted. Every look-up reads the L2 cache, and these reads
// limit the speed of the passes.
__device__ inline Node first_not_matched(const Candidates& c, const NotMatched& not_matched) {
  for (int k = 0; k < kCandidates; ++k) {
    if (c.id[k] < 0) return -1;
    if (not_matched(c.id[k], 0)) return c.id[k];
  }
  return -1;
}

// Nodes whose strongest neighbor was matched with another node continue with their next candidate.
// A node without another candidate is put into one of two lists: `exhausted` is for nodes with
// short lists of neighbors, and `long_lists` is for nodes with long ones.
//   in   live[(pass - 1) & 1]
//   out  strongNeighbor[v]      by the thread of v; matched_bits do not change during the launch
//   out  exhausted, long_lists  the position of each node by atomicAdd
template <class Ties>
__global__ void __launch_bounds__(kBlockSize)
    point_gpu(GraphPart part, Ties ties, MatchState state, int pass) {
  const Node* live = state.live[(pass - 1) & 1];
  const int count = state.counters->live[pass - 1];
  const NotMatched not_matched{state.matched_bits};
  for (int i = blockIdx.x * kBlockSize + threadIdx.x; i < count; i += gridDim.x * kBlockSize) {
    const Node v = live[i];
    if (not_matched(state.strongNeighbor[v], 0)) continue;
    const int degree = part.degree(v);
    if (degree <= kCandidates && !state.lists_for_all) {
      point_at(state, v, read_short_list(part, ties, v, not_matched).id[0]);
      continue;
    }
    Candidates c;
    const int4 id = *reinterpret_cast<const int4*>(state.candidates[v - part.begin].id);
    c.id[0] = id.y;
    c.id[1] = id.z;
    c.id[2] = id.w;
    c.id[3] = -1;
    const Node next = first_not_matched(c, not_matched);
    if (next >= 0 || id.w < 0) {  // with fewer than four candidates, no other neighbor is left
      point_at(state, v, next);
    } else if (state.lists_for_all) {
      point_at(state, v, id.w);
    } else if (degree <= kLongList) {
      state.exhausted[atomicAdd(&state.counters->exhausted[pass], 1)] = v;
    } else {
      state.long_lists[atomicAdd(&state.counters->exhausted_long[pass], 1)] = v;
    }
  }
}

// Two rules: which neighbors are eligible when a node reads its list again.
template <class Ties>
struct BehindLast {  // neighbors that are worse than the last candidate; all others are matched
  const Ties& ties;
  Node v;
  const Node* list;
  Node last;
  std::uint32_t last_order;

  __device__ bool operator()(int i, std::uint32_t order, std::uint32_t) const {
    if (order != last_order) return order < last_order;
    return list[i] != last && ties.prefers(v, last, list[i]);
  }
};
struct NotMatchedInList {
  const NotMatched& not_matched;
  const Node* list;

  __device__ bool operator()(int i, std::uint32_t order, std::uint32_t fourth) const {
    return order >= fourth && not_matched(list[i], order);
  }
};

// How many blocks, with their tiles, fit on one multiprocessor at the same time.
constexpr int kRefillBlocksPerProcessor = 5;

// Exhausted nodes with short lists look for their next candidates. First, the next four neighbors
// are found, whether they are matched or not. This reads all weights of the list, but looks up the
// matched bits of only four nodes. If all four are matched, the four best neighbors that are not
// matched are found. This second search looks up the matched bit of every neighbor that could be
// one of these four. A warp copies the weights of up to 32 lists into its tile, as if they were one
// list, and divides the lists among its lanes.
//   out  candidates[v], strongNeighbor[v]   by the first lane that works on the list of v
template <class Ties>
__global__ void __launch_bounds__(kBlockSize)
    refill_gpu(GraphPart part, Ties ties, MatchState state, int pass) {
  constexpr int kTile = 1280;
  __shared__ std::uint32_t tiles[kWarpsPerBlock][kTile + kTile / 32];
  std::uint32_t* tile = tiles[threadIdx.x / kWarpSize];
  const int count = state.counters->exhausted[pass];
  const int lane = lane_of_thread();
  const NotMatched not_matched{state.matched_bits};
  const int warps = gridDim.x * kWarpsPerBlock;
  // If there are few nodes, they are spread over all warps, so that several lanes share each list.
  const int nodes_a_warp = min(max((count + warps - 1) / warps, 4), kWarpSize);
  for (int start = (blockIdx.x * kWarpsPerBlock + threadIdx.x / kWarpSize) * nodes_a_warp;
       start < count; start += warps * nodes_a_warp) {
    const int nodes = min(count - start, nodes_a_warp);
    const Node of_lane = lane < nodes ? state.exhausted[start + lane] : -1;
    const EdgeIndex begin = of_lane >= 0 ? part.list_begin(of_lane) : 0;
    const int degree = of_lane >= 0 ? part.degree(of_lane) : 0;
    const int words_end = sum_up_to_lane(degree);
    const int words_begin = words_end - degree;
    for (int s = 0; s < nodes;) {
      const int run_begin = __shfl_sync(kFullWarp, words_begin, s);
      const int lists = __popc(
          __ballot_sync(kFullWarp, lane >= s && lane < nodes && words_end - run_begin <= kTile));
      const int words = __shfl_sync(kFullWarp, words_end, s + lists - 1) - run_begin;
      load_tile_from_lists(tile, part.weight_bits, begin, words_begin, run_begin, words);
      __syncwarp();
      const Shares share = share_out(s, lists);
      const Node v = __shfl_sync(kFullWarp, of_lane, share.list);
      const Node* list = part.neighbors + __shfl_sync(kFullWarp, begin, share.list);
      const int first = __shfl_sync(kFullWarp, words_begin, share.list) - run_begin;
      const int degree_of_list = __shfl_sync(kFullWarp, degree, share.list);
      int list_degree = share.used ? degree_of_list : 0;
      Candidates* mine = &state.candidates[v - part.begin];
      const BehindLast<Ties> behind_last{ties, v, list, mine->id[kCandidates - 1],
                                         mine->order[kCandidates - 1]};
      Candidates found = best_in_tile(ties, v, list, tile, first, list_degree, share, behind_last)
                             .to_candidates(list);
      Node next = first_not_matched(found, not_matched);
      if (next >= 0 || found.id[kCandidates - 1] < 0) list_degree = 0;  // done
      if (__any_sync(kFullWarp, list_degree > 0)) {
        const BestFour<Ties> left = best_in_tile(ties, v, list, tile, first, list_degree, share,
                                                 NotMatchedInList{not_matched, list});
        if (list_degree > 0) {
          found = left.to_candidates(list);
          next = found.id[0];
        }
      }
      if (share.used && share.sub == 0) {
        store_candidates(mine, found);
        point_at(state, v, next);
      }
      __syncwarp();
      s += lists;
    }
  }
}

// Exhausted nodes with long lists get new candidates: the four best neighbors that are not matched.
// One warp works on one node.
//   out  strongNeighbor[v], candidates[v], bounds of v   by the warp of v
template <class Ties>
__global__ void __launch_bounds__(kBlockSize)
    refill_long_gpu(GraphPart part, Ties ties, MatchState state, int pass) {
  const int count = state.counters->exhausted_long[pass];
  const NotMatched not_matched{state.matched_bits};
  const int warps = gridDim.x * kWarpsPerBlock;
  for (int i = blockIdx.x * kWarpsPerBlock + threadIdx.x / kWarpSize; i < count; i += warps) {
    const Node v = state.long_lists[i];
    const Candidates found = scan_again(part, ties, state.bounds, v, not_matched);
    if (lane_of_thread() == 0) publish_first_choice(state, part, v, found);
  }
}

// Two live nodes that point at each other are matched.
//   in   live[(pass - 1) & 1], strongNeighbor
//   out  matches[v]    by the thread of v
//   out  matched_bits  by atomicOr
//   out  live[pass & 1]  the nodes that point at a node, but are not matched
static __global__ void __launch_bounds__(kBlockSize)
    shake_hands_gpu(GraphPart part, MatchState state, int pass) {
  const Node* live = state.live[(pass - 1) & 1];
  const int count = state.counters->live[pass - 1];
  for (EdgeIndex start = static_cast<EdgeIndex>(blockIdx.x) * kBlockSize; start < count;
       start += static_cast<EdgeIndex>(gridDim.x) * kBlockSize) {
    const EdgeIndex i = start + threadIdx.x;
    const Node v = i < count ? live[i] : -1;
    const Node target = v >= 0 ? state.strongNeighbor[v] : -1;
    const bool matched = target >= 0 && state.strongNeighbor[target] == v;
    if (matched) {
      state.matches[v - part.begin] = target;
      atomicOr(&state.matched_bits[v >> 5], 1u << (v & 31));
    }
    const bool keep[1] = {target >= 0 && !matched};
    const Node node[1] = {v};
    append_kept<1>(keep, node, state.live[pass & 1], &state.counters->live[pass]);
  }
}

}  // namespace handshake::ld
