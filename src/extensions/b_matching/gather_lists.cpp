// This code is not in gpu_list_stream.cuh, because nvcc compiles that file without OpenMP.
#include "extensions/b_matching/gather_lists.hpp"

#include <algorithm>

#include "extensions/b_matching/slots.hpp"

namespace handshake::b_matching {

Gathered gather_lists(const Problem& problem, const std::int32_t* weight_bits, const Node* wanted,
                      std::size_t count, const GatheredLists& to) {
  const Node most = static_cast<Node>(std::min(count, to.most_lists));
  const Buffer<EdgeIndex> starts =
      starts_of(most, 0, [&](Node i) { return problem.degree(wanted[i]); });
  const EdgeIndex* const begin = starts.data();
  const auto room = static_cast<EdgeIndex>(to.most_edges);
  const auto lists =
      static_cast<std::size_t>(std::upper_bound(begin, begin + most + 1, room) - begin) - 1;
  for_each_number(static_cast<std::int64_t>(lists), 256, 0, [&](std::int64_t i) {
    const EdgeIndex from = problem.graph.offsets[wanted[i]];
    to.nodes[i] = wanted[i];
    to.starts[i] = starts[i];
    std::copy_n(problem.graph.neighbors.data() + from, starts[i + 1] - starts[i],
                to.neighbors + starts[i]);
    std::copy_n(weight_bits + from, starts[i + 1] - starts[i], to.bits + starts[i]);
  });
  return {lists, static_cast<std::size_t>(starts[lists])};
}

}  // namespace handshake::b_matching
