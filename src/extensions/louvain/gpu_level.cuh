// What kernels know about a level: its graph, its communities, and the state of its passes.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/louvain/level_graph.hpp"
#include "extensions/louvain/move_rule.hpp"

namespace handshake::louvain {

// The nodes are divided into classes by degree. In each class except the last one, all nodes get
// the same number of threads. kClassDegrees has the largest degree of each class; the last class
// has no limit.
constexpr int kClasses = 7;
constexpr EdgeIndex kClassDegrees[kClasses - 1] = {16, 32, 64, 128, 320, 1024};

__host__ __device__ inline int class_of(EdgeIndex degree) {
  return degree <= 64 ? (degree <= 16   ? 0
                         : degree <= 32 ? 1
                                        : 2)
                      : (degree <= 128    ? 3
                         : degree <= 320  ? 4
                         : degree <= 1024 ? 5
                                          : 6);
}

template <class InputWeight>
struct LevelView {
  using WeightType = InputWeight;
  Node nodes;
  const EdgeIndex* offsets;
  const Node* neighbors;
  const InputWeight* weights;
  const Weight* loops;
  const Weight* strengths;
};

// The strength and the size of a community. If the numbers are narrow (see fits_narrow), one word
// of 64 bits holds both.
struct alignas(16) WideSum {
  unsigned long long strength;
  int size;
  int unused;
};
struct alignas(8) NarrowSum {
  unsigned strength;
  int size;
};
template <class Value>
using CommunitySum = std::conditional_t<sizeof(Value) == 8, NarrowSum, WideSum>;

__device__ inline void add_to(WideSum* sum, unsigned long long strength, int size) {
  atomicAdd(&sum->strength, strength);
  atomicAdd(&sum->size, size);
}
// The bits of the size are above those of the strength. If a subtraction of strengths borrows from
// the size, a later addition restores the size.
__device__ inline void add_to(NarrowSum* sum, unsigned long long strength, int size) {
  atomicAdd(reinterpret_cast<unsigned long long*>(sum),
            (static_cast<unsigned long long>(size) << 32) + strength);
}

// The state of the passes over one level; one thread writes it at the end of a pass.
struct PassState {
  Wide squares;                 // the sum of the squares of all strengths, at the start
  Wide gained;                  // the gain since the start, times resolution.under * total^2
  Wide most_gained;             // the gain of the best partition
  Wide least;                   // the gain that a pass must reach
  unsigned long long limbs[4];  // parts of the new sum of squares, each added up separately
  unsigned long long inside;    // change of the weight within communities, by moves on this GPU
  unsigned long long scanned;
  unsigned long long arrived;  // counts the blocks that arrive, if blocks wait for each other
  int passes;
  int blocks;  // blocks that have added their part of the squares
  int stop;    // whether the passes have ended: then kernels return at once
  int keep;    // whether the last pass found the best partition so far
};

// The states on the other GPUs, if there are several GPUs.
struct PassStates {
  const PassState* of[kMostGpus];
  int count;
};

struct LevelCommunities {
  Node* of_node;
  Node* next;  // equal to of_node, except for nodes that decided to move
  Node* best;
  void* sums;  // [communities] CommunitySum<Value>
  std::uint8_t* active;
  PassState* state;

  template <class Value>
  __host__ __device__ CommunitySum<Value>* sums_for() const {
    return static_cast<CommunitySum<Value>*>(sums);
  }
};

// The constants of the rules by which nodes decide.
template <class Value>
struct GpuRules {
  Gains<Value> gains;
  int colors;
};

}  // namespace handshake::louvain
