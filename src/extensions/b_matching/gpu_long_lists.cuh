// Long lists of neighbors: a list is read by the lanes of a warp, or by one or several blocks.
#pragma once

#include "extensions/b_matching/gpu_asked.cuh"
#include "extensions/b_matching/sorted_lanes.cuh"

namespace handshake::b_matching {

constexpr int kFillWarps = kFillThreads / kWarpSize;
constexpr int kHubThreads = 1024;

// The lanes of a warp read a list together. Entries that may be among the best are collected, at
// most 32 at a time, and then merged with the best entries so far.
template <TieRule kRule>
struct ListReader {
  const BPart& part;
  const Asked<kRule>& asked;
  Entry* collected;  // [kWarpSize], shared by the warp
  int room;
  SortedLanes<kRule> lanes;
  int count = 0;
  Ranked<kRule> worst{};  // the worst of the best `room` entries so far

  __device__ ListReader(const BPart& of, const Asked<kRule>& by, Entry* memory)
      : part(of), asked(by), collected(memory), room(by.room()), lanes(of, by.v) {}

  // Reads the list at positions `first + lane`, `first + step + lane` and so on.
  __device__ void read(int first, int step) {
    constexpr int kLoads = 4;
    const int degree = static_cast<int>(part.degree(asked.v));
    const EdgeIndex begin = part.list_begin(asked.v);
    bool is_start = asked.is_first();
    for (EdgeIndex start = first; start < degree; start += kLoads * static_cast<EdgeIndex>(step)) {
      std::uint32_t order[kLoads], heaviest = 0;
#pragma unroll
      for (int i = 0; i < kLoads; ++i) {
        const EdgeIndex at = start + static_cast<EdgeIndex>(i) * step + lane_of_thread();
        order[i] = at < degree ? order_of_bits(part.bits[begin + at]) : 0;
        heaviest = max(heaviest, order[i]);
      }
      // `heaviest` is the weight of the heaviest neighbor that this lane has loaded. `floor` is the
      // `room`-th largest of these weights over all lanes. So at least `room` neighbors reach
      // `floor`, and lighter neighbors cannot be among the best `room` neighbors.
      const std::uint32_t floor = is_start ? largest_of_lanes(heaviest, room) : 0;
      is_start = false;
      if (!__any_sync(kFullWarp, heaviest != 0 && heaviest >= worst_order())) continue;
#pragma unroll
      for (int i = 0; i < kLoads; ++i) {
        const EdgeIndex at = start + static_cast<EdgeIndex>(i) * step + lane_of_thread();
        collect(order[i] >= floor ? order[i] : 0, begin + at);
      }
    }
    flush();
  }

  __device__ void flush() {
    if (count == 0) return;
    __syncwarp();
    lanes.take(lane_of_thread() < count ? collected[lane_of_thread()] : kNoEntry);
    __syncwarp();
    count = 0;
    worst = lanes.best.of_lane(room - 1);
  }

 private:
  __device__ std::uint32_t worst_order() const {
    return static_cast<std::uint32_t>(worst.entry >> 32);
  }

  __device__ void collect(std::uint32_t order, EdgeIndex at) {
    Entry entry = kNoEntry;
    if (order != 0 && order >= worst_order() && asked.may_want(order)) {
      entry = make_entry(order, part.neighbors[at]);
      const bool is_tie = Ranked<kRule>::kHasTie && order == worst_order();
      if (is_tie && tie_word<kRule>(part, asked.v, node_of(entry)) < worst.tie) entry = kNoEntry;
      if (!Ranked<kRule>::kHasTie && entry < worst.entry) entry = kNoEntry;
      if (entry != kNoEntry && !asked.wants(entry)) entry = kNoEntry;
    }
    const unsigned found = __ballot_sync(kFullWarp, entry != kNoEntry);
    if (found == 0) return;
    if (count + __popc(found) > kWarpSize) flush();
    if (entry != kNoEntry)
      collected[count + __popc(found & ((1u << lane_of_thread()) - 1))] = entry;
    count += __popc(found);
  }
};

// Stores the entries that were found; lane k holds entry k.
template <TieRule kRule>
__device__ void store_lanes(const BPart& part, const Asked<kRule>& asked, Entry entry) {
  const int room = asked.room(), lane = lane_of_thread();
  const bool is_found = lane < room && entry != kNoEntry;
  if (is_found) part.list(asked.v)[asked.kept + lane] = entry;
  const int found = __popc(__ballot_sync(kFullWarp, is_found));
  const int number = max(asked.missing - asked.kept, 1) - 1;
  const Entry threshold = __shfl_sync(kFullWarp, entry, number);
  const Entry end = __shfl_sync(kFullWarp, entry, room - 1);
  if (lane == 0) asked.store(found, threshold, end);
}

// Reads the lists of the nodes of two queues, with one warp per node.
//   out  entries, states, last, thresholds of v   by the warp of v
template <TieRule kRule>
__global__ void __launch_bounds__(kFillThreads)
    fill_by_warps_gpu(BPart part, bool is_first, NodeQueue few, NodeQueue many) {
  __shared__ Entry collected[kFillWarps][kWarpSize];
  const int warp = threadIdx.x / kWarpSize;
  const unsigned nodes_few = few.nodes == nullptr ? 0 : *few.count, nodes = nodes_few + *many.count;
  for (unsigned i = blockIdx.x * kFillWarps + warp; i < nodes; i += gridDim.x * kFillWarps) {
    const Node v = i < nodes_few ? few.nodes[i] : many.nodes[i - nodes_few];
    const Asked<kRule> asked(part, v, is_first);
    ListReader<kRule> reader(part, asked, collected[warp]);
    reader.read(0, kWarpSize);
    store_lanes(part, asked, reader.lanes.best.entry);
  }
}

// The results of the blocks that share a node.
struct BlocksTogether {
  Entry* best;         // [a node of the queue][a block][a lane]
  unsigned* finished;  // [a node of the queue] how many blocks are done; 0 between launches

  // Called by one warp of each block. Returns true in the block that calls this function last;
  // `lanes` then holds the best entries of all blocks.
  template <TieRule kRule>
  __device__ bool last_has_all(unsigned i, SortedLanes<kRule>* lanes) const {
    if (gridDim.y == 1) return true;
    const int lane = lane_of_thread();
    Entry* const of_node = best + std::size_t{i} * gridDim.y * kWarpSize;
    of_node[blockIdx.y * kWarpSize + lane] = lanes->best.entry;
    __threadfence();
    __syncwarp();
    unsigned before = 0;
    if (lane == 0) before = atomicAdd(&finished[i], 1u);
    if (__shfl_sync(kFullWarp, before, 0) != gridDim.y - 1) return false;
    __threadfence();
    for (unsigned block = 0; block < gridDim.y; ++block) {
      if (block == blockIdx.y) continue;
      const Entry entry = of_node[block * kWarpSize + lane];
      lanes->take_sorted(Ranked<kRule>::of(lanes->part, lanes->center, entry));
    }
    if (lane == 0) finished[i] = 0;
    return true;
  }
};

// Reads the lists of the nodes of a queue. Blocks with the same blockIdx.x share a node v.
//   out  entries, states, last, thresholds of v   by the first warp of the block that ends last
//   out  best                                     by the first warp of each block
//   out  finished                                 by the same warps, with atomicAdd
template <TieRule kRule>
__global__ void __launch_bounds__(kHubThreads)
    fill_hubs_gpu(BPart part, bool is_first, NodeQueue queue, BlocksTogether together) {
  constexpr int kWarps = kHubThreads / kWarpSize;
  __shared__ Entry collected[kWarps][kWarpSize];
  __shared__ Ranked<kRule> best[kWarps][kWarpSize];
  const int warp = threadIdx.x / kWarpSize, lane = lane_of_thread();
  for (unsigned i = blockIdx.x; i < *queue.count; i += gridDim.x) {
    const Asked<kRule> asked(part, queue.nodes[i], is_first);
    ListReader<kRule> reader(part, asked, collected[warp]);
    reader.read((static_cast<int>(blockIdx.y) * kWarps + warp) * kWarpSize,
                static_cast<int>(gridDim.y) * kHubThreads);
    for (int half = kWarps / 2; half > 0; half /= 2) {
      if (warp >= half && warp < 2 * half) best[warp][lane] = reader.lanes.best;
      __syncthreads();
      if (warp < half) reader.lanes.take_sorted(best[warp + half][lane]);
    }
    if (warp == 0 && together.last_has_all(i, &reader.lanes)) {
      store_lanes(part, asked, reader.lanes.best.entry);
    }
    __syncthreads();
  }
}

// Sorts the whole list of a node by a bitonic sort, with one block per node. Each step compares
// pairs of entries, and puts the better entry of each pair first. If the length of a list is not a
// power of two, the list is treated as if it were filled up with worse entries.
//   out  entries, states, last, thresholds of v   by the block of v
template <TieRule kRule>
__global__ void __launch_bounds__(kFillThreads) sort_lists_gpu(BPart part, NodeQueue queue) {
  const EntryOrder<kRule> rule{part.offsets};
  for (unsigned i = blockIdx.x; i < *queue.count; i += gridDim.x) {
    const Node v = queue.nodes[i];
    const int degree = static_cast<int>(part.degree(v));
    const EdgeIndex begin = part.list_begin(v);
    Entry* list = part.list(v);
    for (int k = threadIdx.x; k < degree; k += kFillThreads) {
      list[k] = make_entry(order_of_bits(part.bits[begin + k]), part.neighbors[begin + k]);
    }
    __syncthreads();
    for (long long size = 2; size < 2ll * degree; size *= 2) {
      for (long long step = size / 2; step > 0; step /= 2) {
        // In each group of `size` entries, the first step compares the first half with the
        // reversed second half.
        const long long mask = step == size / 2 ? size - 1 : step;
        for (int a = threadIdx.x; a < degree; a += kFillThreads) {
          const long long b = a ^ mask;
          if (b <= a || b >= degree) continue;
          if (!rule.better(v, list[b], list[a])) continue;
          const Entry worse = list[a];
          list[a] = list[b];
          list[b] = worse;
        }
        __syncthreads();
      }
    }
    if (threadIdx.x == 0) {
      const int places = part.places_of(v);
      part.states[part.own(v)] = {{0, degree}, places, 0};
      part.last[part.own(v)] = kNoEntry;
      part.publish(v, places == degree ? kNoEntry : list[places - 1]);
    }
    __syncthreads();
  }
}

}  // namespace handshake::b_matching
