// The two kernels of a round: what cpu_rounds.cpp says of it holds here, too. They are two launches:
// a node that looks on while others shake hands would take its partner's news for a loss.
#pragma once

#include "extensions/b_matching/gpu_fill.cuh"

namespace handshake {

constexpr int kRoundThreads = 256;

// The entries of a window that are not done with. They are collected at its start.
struct KeptEntries {
  Entry* list;
  int head;
  int kept = 0;

  __device__ void keep(Entry entry) { list[head + kept++] = entry; }
  // So that they end at `end`, before what was not looked at. Returns where they begin.
  __device__ int move_to_end(int end) const {
    if (end != head + kept) {
      for (int k = kept - 1; k >= 0; --k) list[end - kept + k] = list[head + k];
    }
    return end - kept;
  }
};

// Drops neighbors of v that are full. Whether it has to ask for more; else it has published the last
// of those that it can still have.
__device__ inline bool look_at(const BPart& part, Node v) {
  const Node own = part.own(v);
  const int missing = part.missing[own];
  const Window window = part.windows[own];
  KeptEntries entries{part.list(v), window.head};
  int at = window.head;
  for (; entries.kept < missing && at < window.tail; ++at) {
    const Entry entry = entries.list[at];
    if (!part.is_full(node_of(entry))) entries.keep(entry);
  }
  if (entries.kept < missing && part.last[own] != kNoEntry) {
    for (int k = 0; k < entries.kept; ++k) entries.list[k] = entries.list[window.head + k];
    part.windows[own] = {0, entries.kept};
    return true;
  }
  const int head = entries.move_to_end(at);
  part.windows[own] = {head, window.tail};
  part.publish(v, entries.kept < missing ? kNoEntry : entries.list[head + missing - 1]);
  return false;
}

//   in   live, full
//   out  list, windows, thresholds of v  by the thread of v
//   out  fill                            places by atomicAdd
static __global__ void __launch_bounds__(kRoundThreads)
    look_gpu(BPart part, NodeQueue live, FillQueues fill) {
  const unsigned nodes = *live.count;
  for (unsigned start = blockIdx.x * kRoundThreads; start < nodes;
       start += gridDim.x * kRoundThreads) {
    const unsigned i = start + threadIdx.x;
    const Node v = i < nodes ? live.nodes[i] : -1;
    const bool wants_more = v >= 0 && look_at(part, v);
    fill.append_of_warp(wants_more, v, wants_more ? part.degree(v) : 0);
  }
}

// Matches the edges of v that reach the thresholds of both ends. Whether v still looks for partners.
template <TieRule kRule>
__device__ bool shake_hands(const BPart& part, Node v) {
  const EntryOrder<kRule> rule{part.offsets};
  const Node own = part.own(v);
  const int missing = part.missing[own];
  if (missing == 0) return false;
  const Window window = part.windows[own];
  const int end = min(window.head + missing, window.tail);
  KeptEntries entries{part.list(v), window.head};
  Entry* place = part.places_begin(v) + part.places_of(v) - missing;
  int left = missing;
  for (int at = window.head; at < end; ++at) {
    const Entry entry = entries.list[at];
    const Node u = node_of(entry);
    if (rule.better(u, part.thresholds[u], seen_from_neighbor(entry, v))) {
      entries.keep(entry);
    } else {
      *place++ = entry;
      --left;
    }
  }
  part.missing[own] = left;
  if (left == 0) {
    atomicOr(&part.full[v >> 5], 1u << (v & 31));
    return false;
  }
  if (end == window.head) {  // nobody is left for it
    for (; left > 0; --left) *place++ = kNoEntry;
    return false;
  }
  part.windows[own] = {entries.move_to_end(end), window.tail};
  return true;
}

// Without a queue: all nodes of the part.
//   in   thresholds, which do not change during the launch
//   out  list, windows, places, missing of v   by the thread of v
//   out  full                                  by atomicOr: read by later launches
//   out  next                                  places by atomicAdd
template <TieRule kRule>
__global__ void __launch_bounds__(kRoundThreads)
    shake_gpu(BPart part, NodeQueue live, NodeQueue next) {
  const bool is_queue = live.nodes != nullptr;
  const unsigned nodes = is_queue ? *live.count : part.end - part.begin;
  for (unsigned start = blockIdx.x * kRoundThreads; start < nodes;
       start += gridDim.x * kRoundThreads) {
    const unsigned i = start + threadIdx.x;
    Node v = -1;
    if (i < nodes) v = is_queue ? live.nodes[i] : part.begin + static_cast<Node>(i);
    next.append_of_warp(v >= 0 && shake_hands<kRule>(part, v), v);
  }
}

}  // namespace handshake
