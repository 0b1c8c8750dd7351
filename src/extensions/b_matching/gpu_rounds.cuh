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

// Every node that is left drops neighbors that are full, and publishes the last of those that it can
// still have, or asks for more neighbors.
//   in   live, full
//   out  list, windows, thresholds of v  by the thread of v
//   out  fill                            places by atomicAdd
static __global__ void __launch_bounds__(kRoundThreads)
    look_gpu(BPart part, NodeQueue live, FillQueues fill) {
  for (unsigned i = blockIdx.x * kRoundThreads + threadIdx.x; i < *live.count;
       i += gridDim.x * kRoundThreads) {
    const Node v = live.nodes[i];
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
      fill.of_degree(part.degree(v)).append(v);
      continue;
    }
    const int head = entries.move_to_end(at);
    part.windows[own] = {head, window.tail};
    part.publish(v, entries.kept < missing ? kNoEntry : entries.list[head + missing - 1]);
  }
}

// Matches the edges that reach the thresholds of both ends. Without a queue: all nodes of the part.
//   in   thresholds, which do not change during the launch
//   out  list, windows, places, missing of v   by the thread of v
//   out  full                                  by atomicOr: read by later launches
//   out  next                                  places by atomicAdd
template <TieRule kRule>
__global__ void __launch_bounds__(kRoundThreads)
    shake_gpu(BPart part, NodeQueue live, NodeQueue next) {
  const EntryOrder<kRule> rule{part.offsets};
  const unsigned nodes = live.nodes != nullptr ? *live.count : part.end - part.begin;
  for (unsigned i = blockIdx.x * kRoundThreads + threadIdx.x; i < nodes;
       i += gridDim.x * kRoundThreads) {
    const Node v = live.nodes != nullptr ? live.nodes[i] : part.begin + static_cast<Node>(i);
    const Node own = part.own(v);
    const int missing = part.missing[own];
    if (missing == 0) continue;
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
    } else if (end > window.head) {
      part.windows[own] = {entries.move_to_end(end), window.tail};
      next.append(v);
    } else {  // nobody is left for it
      for (; left > 0; --left) *place++ = kNoEntry;
    }
  }
}

}  // namespace handshake
