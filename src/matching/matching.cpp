// Counts the edges of a matching, and adds up their weights.
#include "matching/matching.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>

#include "graph/parallel.hpp"

namespace handshake {
namespace {

// Adds up the weights of the matched edges in each block of nodes, and then adds the sums in the
// order of the blocks. So rounding does not depend on the number of threads. Integers are added
// exactly.
template <class Weight>
double sum_of_matched(const CsrGraph& graph, const Buffer<Weight>& weights, MatchesView matches) {
  using Sum = std::conditional_t<std::is_integral_v<Weight>, std::int64_t, double>;
  constexpr std::int64_t kBlock = 1 << 14;
  constexpr int kAllThreads = 0;
  const auto size = static_cast<std::int64_t>(matches.size());
  Buffer<Sum> sums((size + kBlock - 1) / kBlock);
  for_each_part(static_cast<std::int64_t>(sums.size()), kAllThreads, [&](std::int64_t block) {
    Sum sum = 0;
    const std::int64_t end = std::min(size, (block + 1) * kBlock);
    for (std::int64_t v = block * kBlock; v < end; ++v) {
      const Node partner = matches[v];
      if (partner <= v) continue;  // unmatched, or counted at the other end
      const EdgeIndex e = find_edge(graph, static_cast<Node>(v), partner);
      if (e < 0) {
        throw std::invalid_argument("weight of a matching: nodes " + std::to_string(v) + " and " +
                                    std::to_string(partner) +
                                    " are matched but not neighbors; verify the matching first");
      }
      sum += weights[e];
    }
    sums[block] = sum;
  });
  Sum sum = 0;
  for (const Sum part : sums) sum += part;
  return static_cast<double>(sum);
}

}  // namespace

EdgeIndex find_edge(const CsrGraph& graph, Node v, Node u) {
  const Node* begin = graph.neighbors.data() + graph.offsets[v];
  const Node* end = graph.neighbors.data() + graph.offsets[v + 1];
  const Node* place = std::lower_bound(begin, end, u);
  return place != end && *place == u ? place - graph.neighbors.data() : -1;
}

std::int64_t count_matched_edges(MatchesView matches) {
  std::int64_t count = 0;
  for (std::size_t v = 0; v < matches.size(); ++v) {
    count += matches[v] != kUnmatched && matches[v] > static_cast<std::int64_t>(v);
  }
  return count;
}

double matching_weight(const CsrGraph& graph, MatchesView matches) {
  return std::visit([&](const auto& weights) { return sum_of_matched(graph, weights, matches); },
                    graph.weights);
}

}  // namespace handshake
