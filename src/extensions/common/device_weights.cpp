// Converts weights of any type to numbers of four bytes that have the same order as the weights.
#include "extensions/common/device_weights.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "graph/graph_error.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

using graph::Span;

constexpr std::int64_t kPart = 1 << 20;  // a thread takes this many edges at once

std::int32_t bits_of(float value) {
  value += 0.0f;  // minus zero and zero are the same weight
  std::int32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The inverse of weight_order in order.hpp: turns the integer back into the bits of the float.
std::int32_t bits_of_order(std::uint32_t order) {
  const std::uint32_t bits = order & 0x80000000u ? order ^ 0x80000000u : ~order;
  std::int32_t result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

template <class Weight>
void check_finite(const graph::View& graph, Span<Weight> weights) {
  const EdgeIndex edges = graph.numEdges();
  std::atomic<EdgeIndex> fault{edges};
  for_each_part((edges + kPart - 1) / kPart, 0, [&](std::int64_t part) {
    for (EdgeIndex e = part * kPart; e < std::min(edges, (part + 1) * kPart); ++e) {
      if (std::isfinite(weights[e])) continue;
      EdgeIndex seen = fault;
      while (e < seen && !fault.compare_exchange_weak(seen, e)) {
      }
      break;
    }
  });
  if (fault == edges) return;
  const std::int64_t row = std::visit(
      [&](const auto& offsets) {
        return std::upper_bound(offsets.begin(), offsets.end(), fault.load()) - offsets.begin() - 1;
      },
      graph.offsets);
  const Node column = graph.neighbors[fault];
  throw GraphError("the graph",
                   "the edge from node " + std::to_string(row) + " to node " +
                       std::to_string(column) + " (0-based) has the weight " +
                       std::to_string(weights[fault]) + "; weights must be finite numbers",
                   row, column);
}

// Do all different weights stay different, and finite, as floats? Two weights can become the same
// float only if one of them is not exactly a float. So this function is called only if there is
// such a weight.
template <class Weight>
bool floats_keep_order(const std::vector<Weight>& sorted) {
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (static_cast<float>(sorted[i]) == static_cast<float>(sorted[i - 1])) return false;
    if (!std::isfinite(static_cast<float>(sorted[i]))) return false;
  }
  return sorted.empty() || std::isfinite(static_cast<float>(sorted[0]));
}

// Compared as doubles, which can hold every int32 and every float exactly. A larger int64 counts as
// not exact.
template <class Weight>
bool is_float(Weight weight) {
  if (std::is_same_v<Weight, std::int64_t> && std::abs(static_cast<double>(weight)) >= 0x1p53) {
    return false;
  }
  return static_cast<double>(static_cast<float>(weight)) == static_cast<double>(weight);
}

template <class Weight>
bool all_are_floats(Span<Weight> weights) {
  std::atomic<bool> all{true};
  const auto edges = static_cast<EdgeIndex>(weights.size());
  for_each_part((edges + kPart - 1) / kPart, 0, [&](std::int64_t part) {
    for (EdgeIndex e = part * kPart; e < std::min(edges, (part + 1) * kPart); ++e) {
      if (is_float(weights[e])) continue;
      all = false;
      return;
    }
  });
  return all;
}

// Returns all different weights in rising order. Each piece of the weights is sorted separately,
// and repeated weights are removed from the piece. This leaves short pieces, because a graph of
// billions of edges often has few different weights. Then the pieces are merged.
template <class Weight>
std::vector<Weight> different_weights(Span<Weight> weights) {
  std::vector<Weight> all;
  const auto edges = static_cast<EdgeIndex>(weights.size());
  const std::int64_t parts = (edges + kPart - 1) / kPart;
  std::vector<std::vector<Weight>> pieces(parts);
  for_each_part(parts, 0, [&](std::int64_t part) {
    std::vector<Weight>& piece = pieces[part];
    piece.assign(weights.data() + part * kPart,
                 weights.data() + std::min(edges, (part + 1) * kPart));
    std::sort(piece.begin(), piece.end());
    piece.erase(std::unique(piece.begin(), piece.end()), piece.end());
  });
  for (std::size_t step = 1; step < pieces.size(); step *= 2) {
    const std::int64_t pairs = (pieces.size() + 2 * step - 1) / (2 * step);
    for_each_part(pairs, 0, [&](std::int64_t pair) {
      const std::size_t left = pair * 2 * step, right = left + step;
      if (right >= pieces.size()) return;
      std::vector<Weight> merged;
      std::set_union(pieces[left].begin(), pieces[left].end(), pieces[right].begin(),
                     pieces[right].end(), std::back_inserter(merged));
      pieces[left] = std::move(merged);
      pieces[right] = {};
    });
  }
  if (!pieces.empty()) all = std::move(pieces[0]);
  return all;
}

// of(weight) returns the bits for a weight.
template <class Weight, class Of>
Buffer<std::int32_t> all_bits(Span<Weight> weights, const Of& of) {
  const auto edges = static_cast<EdgeIndex>(weights.size());
  Buffer<std::int32_t> bits(weights.size());
  for_each_part((edges + kPart - 1) / kPart, 0, [&](std::int64_t part) {
    const EdgeIndex end = std::min(edges, (part + 1) * kPart);
    for (EdgeIndex e = part * kPart; e < end; ++e) bits[e] = of(weights[e]);
  });
  return bits;
}

// A double that is too large for a float becomes infinite: this is the largest weight, too.
template <class Weight>
Buffer<std::int32_t> rounded_bits(Span<Weight> weights) {
  return all_bits(weights, [](Weight weight) { return bits_of(static_cast<float>(weight)); });
}

template <class Weight>
Buffer<std::int32_t> ranks(Span<Weight> weights, const std::vector<Weight>& different) {
  return all_bits(weights, [&](Weight weight) {
    const auto rank = std::lower_bound(different.begin(), different.end(), weight);
    return bits_of_order(static_cast<std::uint32_t>(rank - different.begin()) + 1);
  });
}

bool has_minus_zero(Span<float> weights) {
  bool found = false;
  for (const float weight : weights) found = found || (weight == 0 && std::signbit(weight));
  return found;
}

}  // namespace

DeviceWeights::DeviceWeights(const graph::View& graph, Inexact inexact) {
  std::visit(
      [&](const auto& weights) {
        using Weight = typename std::decay_t<decltype(weights)>::value_type;
        if constexpr (std::is_same_v<std::decay_t<decltype(weights)>, graph::NoWeights>) {
          own_ = Buffer<std::int32_t>(graph.neighbors.size());
          std::fill(own_.begin(), own_.end(), bits_of(1));
        } else {
          if constexpr (std::is_floating_point_v<Weight>) check_finite(graph, weights);
          if constexpr (std::is_same_v<Weight, float>) {
            if (!has_minus_zero(weights)) {
              bits_ = reinterpret_cast<const std::int32_t*>(weights.data());
              return;
            }
          }
          convert(weights, inexact);
        }
        bits_ = own_.data();
      },
      graph.weights);
}

template <class Weight>
void DeviceWeights::convert(Span<Weight> weights, Inexact inexact) {
  if (!all_are_floats(weights)) {
    if (inexact == Inexact::kRank) {
      const std::vector<Weight> different = different_weights(weights);
      are_ranks_ = !floats_keep_order(different);
      if (are_ranks_) {
        own_ = ranks(weights, different);
        return;
      }
    }
    are_rounded_ = inexact == Inexact::kRound;
  }
  own_ = rounded_bits(weights);
}

}  // namespace handshake
