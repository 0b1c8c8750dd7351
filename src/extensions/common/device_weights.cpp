// Converts weights of any type to numbers of four bytes that have the same order as the weights.
#include "extensions/common/device_weights.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "graph/input_error.hpp"
#include "graph/parallel.hpp"

namespace handshake {
namespace {

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
void check_finite(const CsrGraph& graph, const Buffer<Weight>& weights) {
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
  const EdgeIndex* row =
      std::upper_bound(graph.offsets.begin(), graph.offsets.end(), fault.load()) - 1;
  throw InputError("the graph", 0,
                   "the edge from node " + std::to_string(row - graph.offsets.begin()) +
                       " to node " + std::to_string(graph.neighbors[fault]) +
                       " (0-based) has the weight " + std::to_string(weights[fault]) +
                       "; weights must be finite numbers");
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

template <class Weight>
bool all_are_floats(const Buffer<Weight>& weights) {
  std::atomic<bool> all{true};
  const auto edges = static_cast<EdgeIndex>(weights.size());
  for_each_part((edges + kPart - 1) / kPart, 0, [&](std::int64_t part) {
    for (EdgeIndex e = part * kPart; e < std::min(edges, (part + 1) * kPart); ++e) {
      // Compared as doubles, which can hold every int32 and every float exactly.
      if (static_cast<double>(static_cast<float>(weights[e])) != static_cast<double>(weights[e])) {
        all = false;
        return;
      }
    }
  });
  return all;
}

// Returns all different weights in rising order. Each piece of the weights is sorted separately,
// and repeated weights are removed from the piece. This leaves short pieces, because a graph of
// billions of edges often has few different weights. Then the pieces are merged.
template <class Weight>
std::vector<Weight> different_weights(const Buffer<Weight>& weights) {
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

template <class Weight>
Buffer<std::int32_t> to_bits(const Buffer<Weight>& weights, bool& are_ranks) {
  const auto edges = static_cast<EdgeIndex>(weights.size());
  Buffer<std::int32_t> bits(weights.size());
  std::vector<Weight> different;
  if (!all_are_floats(weights)) {
    different = different_weights(weights);
    are_ranks = !floats_keep_order(different);
  }
  for_each_part((edges + kPart - 1) / kPart, 0, [&](std::int64_t part) {
    for (EdgeIndex e = part * kPart; e < std::min(edges, (part + 1) * kPart); ++e) {
      if (!are_ranks) {
        bits[e] = bits_of(static_cast<float>(weights[e]));
        continue;
      }
      const auto rank = std::lower_bound(different.begin(), different.end(), weights[e]);
      bits[e] = bits_of_order(static_cast<std::uint32_t>(rank - different.begin()) + 1);
    }
  });
  return bits;
}

}  // namespace

DeviceWeights::DeviceWeights(const CsrGraph& graph) {
  if (const auto* floats = std::get_if<Buffer<float>>(&graph.weights)) {
    check_finite(graph, *floats);
    bool has_minus_zero = false;
    for (const float w : *floats) has_minus_zero = has_minus_zero || (w == 0 && std::signbit(w));
    if (!has_minus_zero) {
      bits_ = reinterpret_cast<const std::int32_t*>(floats->data());
      return;
    }
    own_ = to_bits(*floats, are_ranks_);
  } else if (const auto* doubles = std::get_if<Buffer<double>>(&graph.weights)) {
    check_finite(graph, *doubles);
    own_ = to_bits(*doubles, are_ranks_);
  } else {
    own_ = to_bits(std::get<Buffer<std::int32_t>>(graph.weights), are_ranks_);
  }
  bits_ = own_.data();
}

}  // namespace handshake
