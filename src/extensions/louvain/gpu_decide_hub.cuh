// Decides where a hub moves. Many blocks work on one hub. Each block first adds up one chunk of the
// hub's edges. When all blocks are done, each block computes the gains of some of the communities
// to which the hub has edges.
#pragma once

#include "extensions/louvain/gpu_decide_node.cuh"

namespace handshake::louvain {

// Called by a warp. Each lane has `things` elements to write, and gets the index for the first one.
// One atomic operation is enough for all lanes.
__device__ inline int place_for(int things, int* counter) {
  const int lane = lane_of_thread();
  int upto = things;
  for (int distance = 1; distance < kWarpSize; distance *= 2) {
    const int other = __shfl_up_sync(kFullWarp, upto, distance);
    if (lane >= distance) upto += other;
  }
  int begin = 0;
  if (lane == kWarpSize - 1 && upto > 0) begin = atomicAdd(counter, upto);
  return __shfl_sync(kFullWarp, begin, kWarpSize - 1) + upto - things;
}

// Called by a block. Adds up the edges of one chunk in `room`, the table of the block, and then
// adds the sums to the table of the hub.
template <class InputWeight, class Value>
__device__ inline unsigned long long add_up_chunk(const Decision<InputWeight, Value>& decision,
                                                  const SubRound& now, int block,
                                                  const HubTables<Value>& hubs,
                                                  const GpuTable<kSumWords<Value>>& room) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  const Segment& segment = now.of_class[kHubs];
  const auto [chunk, v, count] = hub_part_of_block(hubs, now, block);
  if (!c.active[v]) {
    if (thread == 0 && chunk.first == 0) segment.moved[chunk.hub] = 0;
    return 0;
  }
  const EdgeIndex row = level.offsets[v], end = level.offsets[v + 1];
  const auto table = hubs.table_of_hub(row, end);
  Entered entered;
  const auto own_part = warp_sum(enter_edges<kPassThreads>(level, c.of_node, row + chunk.first, end,
                                                           c.of_node[v], room, thread, &entered));
  if (lane_of_thread() == 0 && own_part > 0) atomicAdd(&count->to_own, own_part);
  __syncthreads();
  int first = 0;  // how many communities are new to the table of the hub
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    int slot = kNoSlot;
    if (entered.slot[k] != kNoSlot) {
      slot = table.add(entered.community[k], room.sum(entered.slot[k]));
      room.clear_slot(entered.slot[k]);
    }
    entered.slot[k] = slot;
    first += slot != kNoSlot;
  }
  int place = place_for(first, &count->entered);
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    if (entered.slot[k] != kNoSlot) hubs.entered[row + place++] = entered.slot[k];
  }
  __syncthreads();  // all slots of `room` are free again
  return thread == 0 && chunk.first == 0 ? static_cast<unsigned long long>(end - row) : 0;
}

// Called by a block, after all chunks were added up. Computes the gains of some communities in the
// table of a hub. The block that finishes last decides for the hub. Afterwards the table of the hub
// is empty again.
template <class InputWeight, class Value>
__device__ inline void judge_chunk(const Decision<InputWeight, Value>& decision,
                                   const SubRound& now, int block, const HubTables<Value>& hubs,
                                   Choice<Value>* of_warp, int* is_last) {
  const LevelView<InputWeight>& level = decision.level;
  const LevelCommunities& c = decision.c;
  const int thread = static_cast<int>(threadIdx.x);
  const Segment& segment = now.of_class[kHubs];
  const auto [chunk, v, count] = hub_part_of_block(hubs, now, block);
  const int all = read_shared_word(&count->entered);
  // A block returns if its hub is not active, or if no communities are left for its chunk. In the
  // second case, the block may run after the last block of the hub has set `active` and `entered`
  // to 0; then it returns, too.
  if (!read_shared_word(c.active + v) || (chunk.first > 0 && chunk.first >= all)) return;
  __syncthreads();  // all threads have read `active` and `entered`; now these may change
  const Node own = c.of_node[v];
  const EdgeIndex row = level.offsets[v];
  const auto table = hubs.table_of_hub(row, level.offsets[v + 1]);
  const auto comparison = comparison_for(level, c, decision.rules, decision.color, v, own);
  Choice<Value> best = comparison.staying(read_shared_word(&count->to_own));
  Entered entered;
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    const EdgeIndex at = chunk.first + k * kPassThreads + thread;
    entered.slot[k] = at < all ? read_shared_word(hubs.entered + row + at) : kNoSlot;
  }
#pragma unroll
  for (int k = 0; k < kEdgesEach; ++k) {
    entered.community[k] =
        entered.slot[k] == kNoSlot ? kNoCommunity : read_shared_word(table.keys + entered.slot[k]);
  }
  comparison.consider_entered(c.sums_for<Value>(), table, entered, &best);
  best = best_of_block(best, of_warp);
  const int parts = all == 0 ? 1 : (all + kEdgesOfBlock - 1) / kEdgesOfBlock;
  Choice<Value>* const of_part = hubs.best + hubs.chunk_starts[now.first_hub + chunk.hub];
  if (thread == 0) {
    of_part[chunk.first / kEdgesOfBlock] = best;
    __threadfence();
    *is_last = atomicAdd(&count->judged, 1) == parts - 1;
    __threadfence();
  }
  __syncthreads();
  if (!*is_last) return;
  for (int part = thread; part < parts; part += kPassThreads) {
    const Choice<Value> other{read_shared_value(&of_part[part].value),
                              read_shared_word(&of_part[part].community)};
    if (part == thread || other.is_better_than(best)) best = other;
  }
  if (thread >= parts) best = comparison.staying(0);
  best = best_of_block(best, of_warp);
  if (thread == 0) {
    *count = {0, 0, 0};
    note_choice<Value>(c, segment, chunk.hub, best.community);
  }
}

}  // namespace handshake::louvain
