// How several GPUs that share a level read each other's memory. Each GPU stores the communities of
// all nodes and the data of all communities, but decides only for its own nodes.
#pragma once

#include "extensions/louvain/gpu_decide.cuh"
#include "extensions/louvain/gpu_move.cuh"

namespace handshake::louvain {

constexpr int kMarksEach = 16;  // a thread reads this many marks at once

// Called after all GPUs have decided. Repeats the moves of another GPU on this GPU.
template <class Value>
__global__ void take_moves_gpu(LevelCommunities c, const Weight* strengths, SubRound theirs,
                               const Node* their_next) {
  if (c.state->stop) return;
  for_each_mover(theirs, [&](Node v) {
    const Node to = their_next[v];
    c.next[v] = to;
    move_strength<Value>(c, static_cast<unsigned long long>(strengths[v]), c.of_node[v], to);
  });
}

// Called after all GPUs have moved their nodes. If another GPU has marked nodes of this GPU (from
// begin to end) as active, they become active here, too. Their marks on that GPU are deleted. The
// kernel also enters the moves of that GPU into of_node on this GPU.
static __global__ void take_marks_gpu(LevelCommunities c, SubRound theirs,
                                      std::uint8_t* their_marks, Node begin, Node end) {
  if (c.state->stop) return;
  auto* const from = reinterpret_cast<uint4*>(their_marks);
  auto* const to = reinterpret_cast<uint4*>(c.active);
  const std::int64_t first = begin / kMarksEach;
  for_each_of_grid((end + kMarksEach - 1) / kMarksEach - first, [&](std::int64_t i) {
    const uint4 marks = from[first + i];
    if ((marks.x | marks.y | marks.z | marks.w) == 0) return;
    const uint4 own = to[first + i];
    to[first + i] = {own.x | marks.x, own.y | marks.y, own.z | marks.z, own.w | marks.w};
    from[first + i] = {0, 0, 0, 0};
  });
  for_each_mover(theirs, [&](Node v) { c.of_node[v] = c.next[v]; });
}

}  // namespace handshake::louvain
