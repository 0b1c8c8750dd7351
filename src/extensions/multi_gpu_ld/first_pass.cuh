// The first pass over all edges finds, for every node, its strongest neighbor and its list of
// candidates. No node is matched yet. So this pass reads the weight of every edge, but it reads the
// index of a neighbor only if the neighbor may enter a list.
#pragma once

#include <algorithm>

#include "extensions/common/scan.cuh"
#include "extensions/common/tile.cuh"
#include "extensions/multi_gpu_ld/device_state.cuh"
#include "gpu/cuda_check.cuh"

namespace handshake::ld {

constexpr int kBlockSize = 256;
constexpr int kWarpsPerBlock = kBlockSize / kWarpSize;
constexpr int kLongList = 96;      // a longer list is scanned by a whole warp
constexpr int kHubDegree = 16384;  // a list longer than this is scanned by a whole block

// The largest possible numbers of long lists and of hubs, if all lists have `edges` edges in total.
inline std::size_t most_long_lists(EdgeIndex edges) {
  return edges / (kLongList + 1);
}
inline std::size_t most_hubs(EdgeIndex edges) {
  return edges / (kHubDegree + 1);
}

__device__ inline void publish_first_choice(const MatchState& state, const GraphPart& part, Node v,
                                            const Candidates& c) {
  point_at(state, v, c.id[0]);
  store_candidates(&state.candidates[v - part.begin], c);
}

struct RowEnds {
  EdgeIndex begin, end;
};

// Where the list of the lane's node (`group` + lane) begins and ends. A lane after the last node
// gets an empty list.
__device__ inline RowEnds read_rows(const GraphPart& part, EdgeIndex group) {
  const EdgeIndex v = min(group + lane_of_thread(), static_cast<EdgeIndex>(part.end));
  const EdgeIndex after = min(v + 1, static_cast<EdgeIndex>(part.end));
  return {part.offsets[v] - part.first_edge, part.offsets[after] - part.first_edge};
}

// Every warp takes 32 consecutive nodes. It copies the weights of as many lists as fit into its
// tile (in shared memory), divides these lists among its lanes, and continues with the next lists.
// The next kernel handles long lists.
//   out  strongNeighbor[v], candidates[v]  by the first lane that works on the list of v
//   out  long_lists, hubs                  the position of each node by atomicAdd
template <class Ties, int kTile>
__global__ void __launch_bounds__(kBlockSize, kTile <= 256 ? 6 : 5)
    find_candidates_gpu(GraphPart part, Ties ties, MatchState state) {
  static_assert(kTile >= kLongList, "every list that is not long fits into a tile");
  __shared__ std::uint32_t tiles[kWarpsPerBlock][kTile + kTile / 32];
  std::uint32_t* tile = tiles[threadIdx.x / kWarpSize];
  const int lane = lane_of_thread();
  const EdgeIndex warps = static_cast<EdgeIndex>(gridDim.x) * kWarpsPerBlock;
  const EdgeIndex warp =
      static_cast<EdgeIndex>(blockIdx.x) * kWarpsPerBlock + threadIdx.x / kWarpSize;

  const EdgeIndex first_group = part.begin + warp * kWarpSize;
  RowEnds next = read_rows(part, first_group);
  for (EdgeIndex group = first_group; group < part.end; group += warps * kWarpSize) {
    const int nodes = static_cast<int>(min(part.end - group, static_cast<EdgeIndex>(kWarpSize)));
    const EdgeIndex begin = next.begin;
    const EdgeIndex end = next.end;
    next = read_rows(part, group + warps * kWarpSize);  // loaded while this group is processed
    const int degree = lane < nodes ? static_cast<int>(end - begin) : 0;

    if (!state.lists_for_all && __all_sync(kFullWarp, degree <= kCandidates)) {
      const Node v = static_cast<Node>(group) + lane;
      const Node* list = part.neighbors + begin;
      BestFour<Ties> best;
#pragma unroll
      for (int k = 0; k < kCandidates; ++k) {
        const std::uint32_t order = k < degree ? weight_order(part.weight_bits[begin + k]) : 0;
        typename Ties::Tie tie{};
        if constexpr (!Ties::kByPosition) {
          if (k < degree) tie = ties.of(v, list[k]);
        }
        best.insert(ties, v, list, order, tie, k);
      }
      if (lane < nodes) point_at(state, v, degree > 0 ? list[best.at[0]] : -1);
      continue;
    }

    const bool is_long = degree > kLongList;
    if (is_long) {
      const Node v = static_cast<Node>(group) + lane;
      if (degree > kHubDegree) {
        state.hubs[atomicAdd(&state.counters->hubs, 1)] = v;
      } else {
        state.long_lists[atomicAdd(&state.counters->long_lists, 1)] = v;
      }
    }
    const unsigned long_lanes = __ballot_sync(kFullWarp, is_long);
    const int words_end = sum_up_to_lane(is_long ? 0 : degree);
    const int words_begin = words_end - (is_long ? 0 : degree);

    for (int s = 0; s < nodes;) {
      const int run_begin = __shfl_sync(kFullWarp, words_begin, s);
      const int lists = __popc(
          __ballot_sync(kFullWarp, lane >= s && lane < nodes && words_end - run_begin <= kTile));
      const int stop = s + lists;
      // The lists between two long ones are next to each other in memory, so one copy is enough for
      // them.
      for (int p = s; p < stop;) {
        const unsigned later = long_lanes & ~((1u << p) - 1);
        const int q = later != 0 ? min(lowest_lane(later), stop) : stop;
        if (q > p) {
          const EdgeIndex from = __shfl_sync(kFullWarp, begin, p);
          const int to = __shfl_sync(kFullWarp, words_begin, p) - run_begin;
          const int length = __shfl_sync(kFullWarp, words_end, q - 1) - run_begin - to;
          load_tile(tile, to, part.weight_bits + from, length);
        }
        p = q + 1;
      }
      __syncwarp();

      const Shares share = share_out(s, lists);
      const EdgeIndex list_begin = __shfl_sync(kFullWarp, begin, share.list);
      const int first = __shfl_sync(kFullWarp, words_begin, share.list) - run_begin;
      const bool has_list = share.used && ((long_lanes >> share.list) & 1u) == 0;
      const int degree_of_list = __shfl_sync(kFullWarp, degree, share.list);
      const int list_degree = has_list ? degree_of_list : 0;
      const Node v = static_cast<Node>(group) + share.list;
      const Node* list = part.neighbors + list_begin;
      const BestFour<Ties> best =
          best_in_tile(ties, v, list, tile, first, list_degree, share,
                       [](int, std::uint32_t, std::uint32_t) { return true; });
      if (has_list && share.sub == 0) {
        if (list_degree > kCandidates || state.lists_for_all) {
          publish_first_choice(state, part, v, best.to_candidates(list));
        } else {
          point_at(state, v, list_degree > 0 ? list[best.at[0]] : -1);
        }
      }
      __syncwarp();
      s = stop;
    }
  }
}

// Scans the long lists. First, the lists of hubs are divided among the blocks, and all warps of a
// block work on one list. Then each warp works on one of the other lists. When it has finished a
// list, it takes the next one, so no warp waits for the long list of another warp.
//   out  strongNeighbor[v], candidates[v]  by the first thread of the block or warp that works on v
//   out  bounds of the list of v           one per chunk, by the warp that reads the chunk
template <class Ties>
__global__ void __launch_bounds__(kBlockSize)
    find_candidates_of_long_lists_gpu(GraphPart part, Ties ties, MatchState state) {
  __shared__ BestFour<Ties> of_warp[kWarpsPerBlock];
  const int lane = lane_of_thread();
  const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
  const AnyNeighbor any;
  for (int h = blockIdx.x; h < state.counters->hubs; h += gridDim.x) {
    const Node v = state.hubs[h];
    const EdgeIndex begin = part.list_begin(v);
    const int degree = part.degree(v);
    ListScan<Ties, AnyNeighbor> scan{
        ties, v, part.neighbors + begin, part.weight_bits + begin, degree, any, {}};
    std::uint32_t* bounds = bounds_of_list(state.bounds, begin);
    for (int chunk = warp; chunk * kChunk < degree; chunk += kWarpsPerBlock) {
      const std::uint32_t bound = scan.read_chunk(chunk * kChunk);
      if (lane == 0) bounds[chunk] = bound;
    }
    if (lane == 0) of_warp[warp] = scan.best;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < kWarpsPerBlock; ++w) {
        for (int k = 0; k < kCandidates; ++k) {
          const BestFour<Ties>& other = of_warp[w];
          if (other.order[k] != 0) scan.insert_anywhere(other.order[k], other.tie[k], other.at[k]);
        }
      }
      publish_first_choice(state, part, v, scan.best.to_candidates(scan.list));
    }
    __syncthreads();
  }

  const int warps = gridDim.x * kWarpsPerBlock;
  const int lists = state.counters->long_lists;
  for (int ticket = blockIdx.x * kWarpsPerBlock + warp; ticket < lists;) {
    const Node v = state.long_lists[ticket];
    const EdgeIndex begin = part.list_begin(v);
    const int degree = part.degree(v);
    ListScan<Ties, AnyNeighbor> scan{
        ties, v, part.neighbors + begin, part.weight_bits + begin, degree, any, {}};
    std::uint32_t* bounds = bounds_of_list(state.bounds, begin);
    for (int chunk = 0; chunk * kChunk < degree; ++chunk) {
      const std::uint32_t bound = scan.read_chunk(chunk * kChunk);
      if (lane == 0 && degree > kChunk) bounds[chunk] = bound;
    }
    if (lane == 0) publish_first_choice(state, part, v, scan.best.to_candidates(scan.list));
    if (lane == 0) ticket = warps + atomicAdd(&state.counters->next_long_list, 1);
    ticket = __shfl_sync(kFullWarp, ticket, 0);
  }
}

constexpr int kBlocksPerProcessor = 8;

// Launches both kernels, the second only if there can be long lists. The tile is large enough
// for 32 lists of mean length, but has at most 1280 words. With a smaller tile, more warps are
// resident, and some of them work while others wait for memory.
template <class Ties>
void launch_first_pass(const GraphPart& part, const MatchState& state, const Ties& ties,
                       EdgeIndex edges, EdgeIndex nodes, int processors, cudaStream_t stream) {
  const EdgeIndex most = EdgeIndex{processors} * kBlocksPerProcessor;
  const int blocks = static_cast<int>(std::min(most, nodes / kBlockSize + 1));
  const int long_blocks = static_cast<int>(std::min<EdgeIndex>(most, most_long_lists(edges)));
  if (edges < 6 * nodes) {
    find_candidates_gpu<Ties, 256><<<blocks, kBlockSize, 0, stream>>>(part, ties, state);
  } else if (edges < 18 * nodes) {
    find_candidates_gpu<Ties, 640><<<blocks, kBlockSize, 0, stream>>>(part, ties, state);
  } else {
    find_candidates_gpu<Ties, 1280><<<blocks, kBlockSize, 0, stream>>>(part, ties, state);
  }
  CUDA_CHECK(cudaGetLastError());
  if (long_blocks == 0) return;
  find_candidates_of_long_lists_gpu<Ties>
      <<<long_blocks, kBlockSize, 0, stream>>>(part, ties, state);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace handshake::ld
