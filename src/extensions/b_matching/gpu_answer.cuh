// Makes the answer on the host from the results of the GPUs.
#pragma once

#include <algorithm>
#include <vector>

#include "extensions/b_matching/gpu_team.cuh"
#include "extensions/b_matching/slots.hpp"
#include "extensions/common/copies.cuh"

namespace handshake::b_matching {

// Writes the partners of the nodes of one part to `matching`. The GPU has sorted them, except for
// nodes that may have more than kMostCached partners; the partners of these nodes are sorted here.
template <TieRule kRule>
void take_partners(const Problem& problem, const GpuPart& part, BMatching* matching) {
  const Buffer<Entry> places = on_host(part.places);
  const EntryOrder<kRule> order{problem.graph.offsets.data()};
  for_each_number(part.view.end - part.view.begin, kNodesInARow, 0, [&](std::int64_t i) {
    const Node v = part.view.begin + static_cast<Node>(i);
    const Entry* const from = places.data() + part.places_begin(problem, v);
    const EdgeIndex begin = matching->offsets[v], count = matching->offsets[v + 1] - begin;
    std::vector<Entry> sorted(from, from + count);
    if (problem.places(v) > kMostCached) {
      std::sort(sorted.begin(), sorted.end(),
                [&](Entry a, Entry b) { return order.better(v, a, b); });
    }
    std::transform(sorted.begin(), sorted.end(), matching->partners.begin() + begin, node_of);
  });
}

template <TieRule kRule>
BMatching answer_of_parts(const Problem& problem, const GpuParts& parts) {
  BMatching matching;
  matching.offsets = Buffer<EdgeIndex>(std::size_t{1} + problem.graph.numNodes);
  matching.offsets[0] = 0;
  for (const auto& part : parts) {
    CUDA_CHECK(cudaSetDevice(part->device));
    const Buffer<int> counts = on_host(part->partners);
    for (Node v = part->view.begin; v < part->view.end; ++v) {
      matching.offsets[v + 1] = matching.offsets[v] + counts[v - part->view.begin];
    }
  }
  matching.partners = Buffer<Node>(matching.offsets[problem.graph.numNodes]);
  for (const auto& part : parts) {
    CUDA_CHECK(cudaSetDevice(part->device));
    take_partners<kRule>(problem, *part, &matching);
  }
  return matching;
}

}  // namespace handshake::b_matching
