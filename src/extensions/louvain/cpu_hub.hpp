// Decides where a node with a very long list of neighbors moves. All threads work on this one node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "extensions/louvain/cpu_choice.hpp"
#include "extensions/louvain/neighbor_sums.hpp"
#include "graph/parallel.hpp"

namespace handshake::louvain {

template <class InputWeight>
struct EdgeList {
  const Node* neighbors;
  const InputWeight* weights;
  EdgeIndex size;
};

// First, the edges in each part of the list are added up by community. Then the gains of the
// communities in each part are computed. If several parts contain the same community, one of them
// uses the whole weight of the edges to it; the others use weight 0, which is never better.
// `totals` has one element per community, which is 0 before and after the call.
template <class Numbers, class InputWeight>
Node choice_of_hub(const EdgeList<InputWeight>& list, const Node* community, Node own,
                   const CpuJudge<Numbers>& judge, int threads,
                   std::vector<typename Numbers::Sum>* totals) {
  using Sum = typename Numbers::Sum;
  const EdgeIndex size = list.size / threads / 4 + 1, parts = (list.size + size - 1) / size;
  std::vector<std::vector<Node>> found(parts);
  for_each_part(parts, threads, [&](std::int64_t part) {
    thread_local NeighborSums<Sum> sums;
    const EdgeIndex end = std::min(list.size, (part + 1) * size);
    sums.start(size);
    for (EdgeIndex e = part * size; e < end; ++e) {
      sums.add(community[list.neighbors[e]], static_cast<Sum>(list.weights[e]));
    }
    found[part].resize(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      found[part][i] = sums.community(i);
      __atomic_fetch_add(&(*totals)[sums.community(i)], sums.weight(i), __ATOMIC_RELAXED);
    }
  });
  std::vector<CpuChoice<Numbers>> choices(parts, judge.stay(std::exchange((*totals)[own], 0)));
  for_each_part(parts, threads, [&](std::int64_t part) {
    for (const Node c : found[part]) {
      const Sum weight = __atomic_exchange_n(&(*totals)[c], 0, __ATOMIC_RELAXED);
      if (c != own) judge.offer(c, weight, &choices[part]);
    }
  });
  for (const auto& choice : choices) {
    if (choice.best != own) choices[0].offer(choice.best, choice.value, own);
  }
  return choices[0].best;
}

}  // namespace handshake::louvain
