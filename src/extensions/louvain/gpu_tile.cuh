// A tile (some lanes of a warp that work together on one node), and its choice for the node.
#pragma once

#include "extensions/louvain/gpu_level.cuh"
#include "gpu/warp.cuh"

namespace handshake::louvain {

constexpr int kPassThreads = 256;

// kLanes consecutive threads of a warp.
template <int kLanes>
struct Tile {
  static constexpr int kThreads = kLanes;
  __device__ static int lane() { return static_cast<int>(threadIdx.x) % kLanes; }
  __device__ static unsigned mask() {
    const unsigned low = kLanes == 32 ? kFullWarp : (1u << (kLanes % 32)) - 1;
    return low << (lane_of_thread() / kLanes * kLanes);
  }
  __device__ static void wait() { __syncwarp(mask()); }
  template <class T>
  __device__ static T from_lane(T value, int distance) {
    return __shfl_xor_sync(mask(), value, distance);
  }
  __device__ static unsigned long long sum(unsigned long long value) {
    for (int distance = kLanes / 2; distance > 0; distance /= 2)
      value += from_lane(value, distance);
    return value;
  }
};

// The community to which a node would move, and its value (see Gains). The choice to stay is kStay,
// which is less than all community numbers, so that staying wins ties.
template <class Value>
struct Choice {
  static constexpr Node kStay = -1;
  Value value;
  Node community;

  __device__ bool is_better_than(const Choice& other) const {
    return value > other.value || (value == other.value && community < other.community);
  }
};

// Reads a value that another block of the launch wrote. Call this only after that block has
// reported that it is done.
__device__ inline std::int64_t read_shared_value(const std::int64_t* value) {
  return read_shared_word(value);
}
__device__ inline Wide read_shared_value(const Wide* value) {
  const auto* const words = reinterpret_cast<const unsigned long long*>(value);
  return static_cast<Wide>(read_shared_word(words + 1)) << 64 | read_shared_word(words);
}

template <int kLanes>
__device__ inline std::int64_t value_of_lane(std::int64_t value, int distance) {
  return Tile<kLanes>::from_lane(static_cast<long long>(value), distance);
}

template <int kLanes>
__device__ inline Wide value_of_lane(Wide value, int distance) {
  const auto low = Tile<kLanes>::from_lane(static_cast<unsigned long long>(value), distance);
  const auto high = Tile<kLanes>::from_lane(static_cast<long long>(value >> 64), distance);
  return (static_cast<Wide>(high) << 64) | low;
}

// Each lane of a tile gets the best choice of all lanes of the tile.
template <int kLanes, class Value>
__device__ inline Choice<Value> best_of_tile(Choice<Value> choice) {
  for (int distance = kLanes / 2; distance > 0; distance /= 2) {
    const Choice<Value> other{value_of_lane<kLanes>(choice.value, distance),
                              Tile<kLanes>::from_lane(choice.community, distance)};
    if (other.is_better_than(choice)) choice = other;
  }
  return choice;
}

}  // namespace handshake::louvain
