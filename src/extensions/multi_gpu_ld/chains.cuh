// Matches nodes on the host, one after another, as far as their lists of candidates allow. In a
// chain, each node waits for the next one. GPUs need one pass for each node of the longest chain;
// the host needs only one short step per node.
#pragma once

#include <vector>

#include "extensions/multi_gpu_ld/device_state.cuh"
#include "graph/buffer.hpp"

namespace handshake::ld {

// The first candidate without a partner, or -1.
inline Node first_left(const Candidates& list, const Buffer<Node>& matches) {
  for (const Node u : list.id) {
    if (u < 0 || matches[u] < 0) return u;
  }
  return -1;
}

// Adds matches to `matches`, in which nodes without a partner have -1. If all candidates of a node
// are matched, the node has to wait for new candidates. A node whose chain leads to a waiting node
// has to wait, too.
inline void match_chains(const Buffer<Candidates>& candidates, Buffer<Node>& matches) {
  std::vector<bool> reached(matches.size());  // whether the node waits, or is on the chain
  std::vector<Node> chain;                    // each node prefers the next one
  for (std::size_t start = 0; start < matches.size(); ++start) {
    if (matches[start] < 0 && !reached[start]) chain.push_back(static_cast<Node>(start));
    while (!chain.empty()) {
      const Node last = chain.back();
      const Node best = first_left(candidates[last], matches);
      reached[last] = true;
      if (chain.size() > 1 && best == chain[chain.size() - 2]) {
        matches[last] = best;
        matches[best] = last;
        chain.resize(chain.size() - 2);
      } else if (best < 0 || reached[best]) {
        chain.clear();
      } else {
        chain.push_back(best);
      }
    }
  }
}

}  // namespace handshake::ld
