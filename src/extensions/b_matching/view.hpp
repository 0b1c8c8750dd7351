// The problem in the form that the algorithms for CPUs use: lists of entries.
#pragma once

#include <cstdint>

#include "extensions/b_matching/entry.hpp"
#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/vector_steps.hpp"

namespace handshake::b_matching {

template <TieRule kRule>
struct View {
  const Problem& problem;
  const std::int32_t* bits;  // of the weights (see common/device_weights.hpp)
  EntryOrder<kRule> order;

  View(const Problem& of, const std::int32_t* weight_bits)
      : problem(of), bits(weight_bits), order{of.graph.offsets.data()} {}

  Node nodes() const { return problem.graph.numNodes; }
  EdgeIndex begin(Node v) const { return problem.graph.offsets[v]; }
  EdgeIndex end(Node v) const { return problem.graph.offsets[v + 1]; }
  Entry entry(EdgeIndex e) const {
    return make_entry(order_of_bits(bits[e]), problem.graph.neighbors[e]);
  }
  NeighborList list(Node v, Entry above, const std::uint64_t* full) const {
    return {bits + begin(v), problem.graph.neighbors.data() + begin(v), problem.degree(v), above,
            full};
  }
  // `to` may be beyond the last edge.
  void prefetch_edges(EdgeIndex from, EdgeIndex to) const {
    constexpr EdgeIndex kLine = 16;
    for (EdgeIndex e = from / kLine * kLine; e < to; e += kLine) {
      __builtin_prefetch(bits + e);
      __builtin_prefetch(problem.graph.neighbors.data() + e);
    }
  }
};

// Calls run(view) with a view for the problem's tie rule.
template <class Run>
auto with_view(const Problem& problem, const std::int32_t* bits, const Run& run) {
  switch (problem.ties) {
    case TieRule::kHash:
      return run(View<TieRule::kHash>(problem, bits));
    case TieRule::kDegree:
      return run(View<TieRule::kDegree>(problem, bits));
    case TieRule::kIndex:
      break;
  }
  return run(View<TieRule::kIndex>(problem, bits));
}

}  // namespace handshake::b_matching
