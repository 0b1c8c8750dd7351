// The two kernels of gpu_rounds_alone.cuh, for nodes that may keep many neighbors: the lanes of a
// warp share a node.
#pragma once

#include "extensions/b_matching/gpu_rounds_alone.cuh"

namespace handshake::b_matching {

// A group of kLanes lanes of a warp, which share a node: each lane has one entry at a time. All
// lanes of the warp call these functions together; lanes without a node have an empty window.
template <int kLanes>
struct Group {
  static constexpr unsigned kAll = kLanes == kWarpSize ? kFullWarp : (1u << (kLanes & 31)) - 1;
  int sub = lane_of_thread() & (kLanes - 1);

  // Returns one bit per lane of the group: whether `is_true` holds in this lane.
  __device__ unsigned ballot(bool is_true) const {
    return (__ballot_sync(kFullWarp, is_true) >> (lane_of_thread() - sub)) & kAll;
  }
  __device__ int before(unsigned lanes) const { return __popc(lanes & ((1u << sub) - 1)); }

  // Moves the `count` entries that begin at `from`, so that they end at `end`. Returns their new
  // start.
  __device__ int move_up(Entry* list, int from, int count, int end) const {
    const bool moves = from + count != end;
    for (int left = count; __any_sync(kFullWarp, moves && left > 0); left -= kLanes) {
      const int at = left - kLanes + sub;
      const bool is_mine = moves && left > 0 && at >= 0;
      const Entry entry = is_mine ? list[from + at] : kNoEntry;
      __syncwarp();
      if (is_mine) list[end - count + at] = entry;
      __syncwarp();
    }
    return end - count;
  }
};

// Drops the full neighbors of v from a window with more entries than lanes. Such a window has all
// neighbors that are left, so the list is never read again. The kept neighbors are moved up, to
// end right before the first neighbor that v has not looked at.
template <int kLanes>
__device__ void look_far(const BPart& part, const Group<kLanes>& group, Node v) {
  NodeState state{};
  Entry* list = nullptr;
  if (v >= 0) {
    state = part.states[part.own(v)];
    list = part.list(v);
  }
  int kept = 0, at = state.window.head;
  for (;;) {
    const bool goes_on = kept < state.missing && at < state.window.tail;
    if (!__any_sync(kFullWarp, goes_on)) break;
    const int end =
        goes_on ? min(min(at + kLanes, state.window.tail), at + state.missing - kept) : at;
    const Entry entry = at + group.sub < end ? list[at + group.sub] : kNoEntry;
    const bool stays = entry != kNoEntry && !part.is_full(node_of(entry));
    const unsigned all = group.ballot(stays);
    if (stays) list[state.window.head + kept + group.before(all)] = entry;
    kept += __popc(all);
    at = end;
    __syncwarp();
  }
  const int head = group.move_up(list, state.window.head, kept, at);
  if (v < 0 || group.sub != 0) return;
  part.states[part.own(v)].window.head = head;
  part.publish(v, kept < state.missing ? kNoEntry : list[head + state.missing - 1]);
}

// Drops the full neighbors of v from a window of any length. If the list must be read again, sets
// *wants_more, and moves the entries that are kept to the start of the list. Otherwise, if
// the window has at most one entry per lane, moves the kept entries to its start.
template <int kLanes>
__device__ inline void look_at(const BPart& part, const Group<kLanes>& group, Node v,
                               bool* wants_more) {
  NodeState state{};
  Entry* list = nullptr;
  if (v >= 0) {
    state = part.states[part.own(v)];
    list = part.list(v);
  }
  const bool fits = state.window.tail - state.window.head <= kLanes;
  const Entry entry = fits && state.window.head + group.sub < state.window.tail
                          ? list[state.window.head + group.sub]
                          : kNoEntry;
  const bool is_first = group.sub < state.missing;
  bool stays = entry != kNoEntry && !(is_first && part.is_full(node_of(entry)));
  unsigned found = group.ballot(stays && is_first);
  // If too few of the first entries are left, the other entries are checked, too.
  const bool looks_on = __popc(found) < state.missing;
  if (looks_on && stays && !is_first) stays = !part.is_full(node_of(entry));
  const unsigned all = group.ballot(stays);
  const int kept = __popc(all), rank = group.before(all);
  *wants_more = false;
  if (v >= 0 && fits) {
    if (kept < state.missing) *wants_more = part.last[part.own(v)] != kNoEntry;
    const int to = *wants_more ? 0 : state.window.head;
    // All lanes have read before any lane writes, because the ballots are barriers.
    if (stays && to + rank != state.window.head + group.sub) list[to + rank] = entry;
    if (group.sub == 0) {
      part.states[part.own(v)].window = {to, to + kept};
      if (kept < state.missing && !*wants_more) part.publish(v, kNoEntry);
    }
    if (stays && !*wants_more && rank == state.missing - 1) part.publish(v, entry);
  }
  if (__any_sync(kFullWarp, !fits)) look_far(part, group, fits ? -1 : v);
}

//   in   live, full
//   out  list, states, thresholds of v   by the lanes of v
//   out  fill                            at positions from atomicAdd
template <int kLanes>
__global__ void __launch_bounds__(kRoundThreads)
    look_gpu(BPart part, NodeQueue live, FillQueues fill) {
  __shared__ Node collected[3][kRoundWarps][WarpQueue::kRoom];
  const int warp = threadIdx.x / kWarpSize;
  WarpQueue few{fill.few, collected[0][warp]}, many{fill.many, collected[1][warp]};
  WarpQueue hubs{fill.hubs, collected[2][warp]};
  const Group<kLanes> group;
  constexpr unsigned kNodes = kRoundThreads / kLanes;
  const unsigned nodes = *live.count;
  for (unsigned start = blockIdx.x * kNodes; start < nodes; start += gridDim.x * kNodes) {
    const unsigned i = start + threadIdx.x / kLanes;
    const Node v = i < nodes ? live.nodes[i] : -1;
    bool wants_more = false;
    look_at(part, group, v, &wants_more);
    wants_more = wants_more && group.sub == 0;
    if (!__any_sync(kFullWarp, wants_more)) continue;
    const Reader reader = wants_more ? part.reader_of(v) : Reader::kThread;
    few.append(wants_more && reader == Reader::kThread, v);
    many.append(wants_more && reader == Reader::kWarp, v);
    hubs.append(wants_more && reader == Reader::kBlock, v);
    if (wants_more && reader == Reader::kBlocks) fill.giants.append(v);
  }
  few.flush();
  many.flush();
  hubs.flush();
}

// Matches the edges of v that reach the thresholds of both ends. Returns whether v still looks for
// partners.
template <int kLanes, TieRule kRule>
__device__ bool shake_hands(const BPart& part, const Group<kLanes>& group, Node v) {
  const EntryOrder<kRule> rule{part.offsets};
  NodeState state{};
  Entry* list = nullptr;
  Entry* place = nullptr;
  if (v >= 0) {
    state = part.states[part.own(v)];
    list = part.list(v);
    place = part.places_begin(v) + state.placed;
  }
  const int end = min(state.window.head + state.missing, state.window.tail);
  int taken = 0, kept = 0, moved_from = state.window.head;
  int at = state.window.head;
  do {
    const Entry entry = at + group.sub < end ? list[at + group.sub] : kNoEntry;
    const Node u = node_of(entry);
    const bool is_entry = entry != kNoEntry;
    const bool is_taken = is_entry && part.thresholds.admits(rule, u, seen_from_neighbor(entry, v));
    const unsigned all_taken = group.ballot(is_taken);
    const unsigned all_kept = group.ballot(is_entry && !is_taken);
    if (is_taken) place[taken + group.before(all_taken)] = entry;
    // Usually the group reads all entries before `end` in one step. This step then also moves the
    // kept entries to the places directly before `end`.
    const bool fits = end - state.window.head <= kLanes;
    const int to =
        (fits ? end - __popc(all_kept) : state.window.head + kept) + group.before(all_kept);
    if (is_entry && !is_taken && to != at + group.sub) list[to] = entry;
    taken += __popc(all_taken);
    kept += __popc(all_kept);
    if (fits) moved_from = end - kept;
    at += kLanes;
    __syncwarp();
  } while (__any_sync(kFullWarp, at < end));
  if (__any_sync(kFullWarp, end - state.window.head > kLanes)) {
    group.move_up(list, moved_from, kept, end);
  }
  if (v < 0 || group.sub != 0 || state.missing == 0) return false;
  const int left = state.missing - taken;
  if (end == state.window.head) return false;  // v has no neighbor left
  part.states[part.own(v)] = {{end - kept, state.window.tail}, left, state.placed + taken};
  if (left == 0) atomicOr(&part.full[v >> 5], 1u << (v & 31));
  return left > 0;
}

// Without a queue, this kernel handles all nodes of the part.
//   in   thresholds, which do not change during the launch
//   out  list, states, places of v   by the lanes of v
//   out  full                        by atomicOr: read by later launches
//   out  next                        at positions from atomicAdd
template <int kLanes, TieRule kRule>
__global__ void __launch_bounds__(kRoundThreads)
    shake_gpu(BPart part, NodeQueue live, NodeQueue next) {
  __shared__ Node collected[kRoundWarps][WarpQueue::kRoom];
  WarpQueue left{next, collected[threadIdx.x / kWarpSize]};
  const Group<kLanes> group;
  constexpr unsigned kNodes = kRoundThreads / kLanes;
  const bool is_queue = live.nodes != nullptr;
  const unsigned nodes = is_queue ? *live.count : part.end - part.begin;
  for (unsigned start = blockIdx.x * kNodes; start < nodes; start += gridDim.x * kNodes) {
    const unsigned i = start + threadIdx.x / kLanes;
    Node v = -1;
    if (i < nodes) v = is_queue ? live.nodes[i] : part.begin + static_cast<Node>(i);
    left.append(shake_hands<kLanes, kRule>(part, group, v), v);
  }
  left.flush();
}

}  // namespace handshake::b_matching
