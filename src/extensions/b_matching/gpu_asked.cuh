// What a node asks for when its list of neighbors is read, and what it gets.
#pragma once

#include "extensions/b_matching/gpu_state.cuh"

namespace handshake::b_matching {

constexpr int kFillThreads = 256;

// A node asks for neighbors that are not full, and that come after `last`, the last neighbor that
// the node got before. The new neighbors are stored after the `kept` neighbors that it still has.
template <TieRule kRule>
struct Asked {
  const BPart& part;
  Node v;
  Entry last;  // kAboveAll if the list is read for the first time
  int kept, missing;

  __device__ Asked(const BPart& of, Node node, bool is_first)
      : part(of), v(node), last(kAboveAll), kept(0), missing(0) {
    if (is_first) {
      missing = of.places_of(node);
    } else {
      const NodeState state = of.states[of.own(node)];
      last = of.last[of.own(node)];
      kept = state.window.tail;
      missing = state.missing;
    }
  }

  __device__ bool is_first() const { return last == kAboveAll; }
  __device__ bool may_want(std::uint32_t order) const { return order <= last >> 32; }
  __device__ bool wants(Entry entry) const {
    if (is_first()) return true;
    return EntryOrder<kRule>{part.offsets}.better(v, last, entry) && !part.is_full(node_of(entry));
  }
  __device__ int room() const { return part.capacity(v) - kept; }

  // Stores the state of the node, after `found` new entries have been written behind the kept
  // entries. `threshold` is entry `missing - 1` (counted from 0) of the kept and new entries; `end`
  // is the last entry for which there is room.
  __device__ void store(int found, Entry threshold, Entry end) const {
    const bool is_cut = found == room() && part.degree(v) > part.capacity(v);
    const Node own = part.own(v);
    if (is_first()) {
      part.states[own] = {{0, found}, missing, 0};
    } else {
      part.states[own].window = {0, kept + found};
    }
    part.last[own] = is_cut ? end : kNoEntry;
    // A node that has a place for each remaining neighbor accepts every neighbor.
    part.publish(v, missing == part.degree(v) || found < missing - kept ? kNoEntry : threshold);
  }
};

}  // namespace handshake::b_matching
