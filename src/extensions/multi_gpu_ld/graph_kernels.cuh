// Kernels of gpu_graph.cu: they check a graph that is on the GPU, and convert its arrays.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "gpu/warp.cuh"
#include "graph/csr.hpp"
#include "graph/generate_bits.hpp"
#include "matching/tie_rule.hpp"

namespace handshake::ld {

// What the kernels have found; all members start at 0.
struct Findings {
  int has_fault;                  // of the offsets, the neighbors, or a weight that is not finite
  int is_inexact;                 // a weight is not exactly a float
  int has_minus_zero;             // a float
  unsigned long long difference;  // 0 if the graph is symmetric
};

constexpr int kCheckBlock = 256;

__device__ inline std::int64_t first_item() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::int64_t item_step() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

// One thread per node. Several threads may write the same number to has_fault.
//   out  has_fault   the offsets do not rise from 0 to `edges`
template <class Offset>
__global__ void check_offsets_gpu(const Offset* offsets, Node nodes, EdgeIndex edges,
                                  Findings* findings) {
  for (std::int64_t v = first_item(); v < nodes; v += item_step()) {
    const bool is_right = offsets[v] <= offsets[v + 1] && (v > 0 || offsets[0] == 0) &&
                          (v + 1 < nodes || offsets[nodes] == edges);
    if (!is_right) findings->has_fault = 1;
  }
}

// One thread per offset.
template <class Offset>
__global__ void widen_offsets_gpu(const Offset* narrow, Node nodes, EdgeIndex* wide) {
  for (std::int64_t v = first_item(); v <= nodes; v += item_step()) wide[v] = narrow[v];
}

// The bits of a weight; for -0, the bits of 0.
__device__ inline unsigned long long bits_of_weight(float weight) {
  return weight == 0 ? 0 : static_cast<std::uint32_t>(__float_as_int(weight));
}
__device__ inline unsigned long long bits_of_weight(double weight) {
  return weight == 0 ? 0 : static_cast<unsigned long long>(__double_as_longlong(weight));
}
__device__ inline unsigned long long bits_of_weight(std::int64_t weight) {
  return static_cast<unsigned long long>(weight);
}
__device__ inline unsigned long long bits_of_weight(std::int32_t weight) {
  return static_cast<std::uint32_t>(weight);
}

__device__ inline bool is_finite(double weight) {
  return std::fabs(weight) <= 1.7976931348623157e308;
}

// One warp per node. Adds a number for each edge to a node with a larger index, and subtracts it for
// each edge to a node with a smaller index, as find_fault() in validate.cpp does.
//   in   weights      null if there are none
//   out  has_fault    a neighbor does not exist, is the node itself or not after the one before
//        difference   by atomicAdd
template <class Weight>
__global__ void check_lists_gpu(const EdgeIndex* offsets, const Node* neighbors,
                                const Weight* weights, Node nodes, unsigned long long secret,
                                Findings* findings) {
  unsigned long long difference = 0;
  for (std::int64_t v = first_item() / kWarpSize; v < nodes; v += item_step() / kWarpSize) {
    const EdgeIndex begin = offsets[v], end = offsets[v + 1];
    for (EdgeIndex e = begin + lane_of_thread(); e < end; e += kWarpSize) {
      const Node u = neighbors[e];
      const bool is_right = u >= 0 && u < nodes && u != v && (e == begin || neighbors[e - 1] < u);
      if (!is_right) findings->has_fault = 1;
      unsigned long long number = edge_hash(static_cast<Node>(v), u) ^ secret;
      if (weights != nullptr) number += bits_of_weight(weights[e]);
      number = mix_bits(mix_bits(number) ^ secret);
      difference += v < u ? number : 0 - number;
    }
  }
  difference = warp_sum(difference);
  if (lane_of_thread() == 0 && difference != 0) atomicAdd(&findings->difference, difference);
}

// One thread per weight. Several threads may write the same number to the findings.
template <class Weight>
__global__ void check_weights_on_gpu(const Weight* weights, EdgeIndex edges, Findings* findings) {
  for (EdgeIndex e = first_item(); e < edges; e += item_step()) {
    const Weight weight = weights[e];
    const float rounded = static_cast<float>(weight);
    if constexpr (std::is_floating_point_v<Weight>) {
      if (!is_finite(weight)) findings->has_fault = 1;
    }
    if constexpr (std::is_same_v<Weight, float>) {
      if (weight == 0 && __float_as_int(weight) != 0) findings->has_minus_zero = 1;
    }
    const bool is_large = sizeof(Weight) == 8 && std::is_integral_v<Weight> &&
                          !(weight < Weight(1ll << 52) && weight > -Weight(1ll << 52));
    if (is_large || static_cast<double>(rounded) != static_cast<double>(weight))
      findings->is_inexact = 1;
  }
}

// One thread per weight: the bits of the float that is nearest to the weight, and 0 for -0. Without
// weights, the bits of 1.
template <class Weight>
__global__ void convert_weights_gpu(const Weight* weights, EdgeIndex edges, std::int32_t* bits) {
  for (EdgeIndex e = first_item(); e < edges; e += item_step()) {
    bits[e] = __float_as_int(weights == nullptr ? 1.0f : static_cast<float>(weights[e]) + 0.0f);
  }
}

}  // namespace handshake::ld
