// The problem in the form that the algorithms for CPUs use: lists of entries.
#pragma once

#include <cstdint>

#include "extensions/b_matching/entry.hpp"
#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/vector_steps.hpp"

namespace handshake::b_matching {

template <TieRule kRule>
struct View {
  const ProblemView problem;
  const std::int32_t* bits;  // of the weights (see common/device_weights.hpp)
  EntryOrder<kRule> order;

  View(const ProblemView& of, const std::int32_t* weight_bits, const EntryOrder<kRule>& by)
      : problem(of), bits(weight_bits), order(by) {}

  Node nodes() const { return problem.nodes; }
  EdgeIndex begin(Node v) const { return problem.offsets[v]; }
  EdgeIndex end(Node v) const { return problem.offsets[v + 1]; }
  Entry entry(EdgeIndex e) const {
    return make_entry(order_of_bits(bits[e]), problem.neighbors[e]);
  }
  NeighborList list(Node v, Entry above, const std::uint64_t* full) const {
    return {bits + begin(v), problem.neighbors + begin(v), problem.degree(v), above, full};
  }
  // `to` may be beyond the last edge.
  void prefetch_edges(EdgeIndex from, EdgeIndex to) const {
    constexpr EdgeIndex kLine = 16;
    for (EdgeIndex e = from / kLine * kLine; e < to; e += kLine) {
      __builtin_prefetch(bits + e);
      __builtin_prefetch(problem.neighbors + e);
    }
  }
};

// Calls run(view) with a view for the problem's tie rule.
template <class Run>
auto with_view(const ProblemView& problem, const std::int32_t* bits, const Run& run) {
  switch (problem.ties) {
    case TieRule::kHash:
      return run(View<TieRule::kHash>(problem, bits, {problem.offsets}));
    case TieRule::kDegree:
      return run(View<TieRule::kDegree>(problem, bits, {problem.offsets}));
    case TieRule::kIndex:
      break;
  }
  return run(View<TieRule::kIndex>(problem, bits, {problem.offsets}));
}

}  // namespace handshake::b_matching
