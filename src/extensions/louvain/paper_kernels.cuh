// The kernels of the paper's scheme. Line numbers are those of its Algorithms 1 to 3.
#pragma once

#include "extensions/louvain/gpu_level_kernels.cuh"
#include "extensions/louvain/gpu_scan.cuh"
#include "extensions/louvain/gpu_tile.cuh"
#include "extensions/louvain/paper_table.cuh"

namespace handshake::louvain {

constexpr int kPaperThreads = 128;  // "four physical warps of 32 threads each per thread block"

using PaperView = LevelView<std::int64_t>;

struct Primes {
  const unsigned* sizes;
  int count;
};

// The threads that work on one node or community: lanes of one warp, or the whole block.
template <int kLanes>
struct Group {
  __device__ static int lane() { return static_cast<int>(threadIdx.x) % kLanes; }
  __device__ static int number() { return static_cast<int>(threadIdx.x) / kLanes; }
  __device__ static void wait() {
    if constexpr (kLanes == kPaperThreads) {
      __syncthreads();
    } else {
      Tile<kLanes>::wait();
    }
  }

  // Line 14: each thread of the group gets the best choice of the whole group.
  __device__ static Choice<Wide> best(Choice<Wide> choice) {
    if constexpr (kLanes < kPaperThreads) {
      return best_of_tile<kLanes>(choice);
    } else {
      __shared__ Choice<Wide> of_warp[kPaperThreads / kWarpSize];
      choice = best_of_tile<kWarpSize>(choice);
      if (lane_of_thread() == 0) of_warp[threadIdx.x / kWarpSize] = choice;
      __syncthreads();
      for (const Choice<Wide>& other : of_warp) {
        if (other.is_better_than(choice)) choice = other;
      }
      __syncthreads();
      return choice;
    }
  }
};

// COMPUTEMOVE(i), by a group. Its first thread writes newComm[i] (here: c.next[i]).
template <int kLanes>
__device__ inline void compute_move(const PaperView& level, const LevelCommunities& c,
                                    const Gains<Wide>& gains, Node i, const PaperTable& table) {
  const int lane = Group<kLanes>::lane();
  const Node own = c.of_node[i];
  const Weight strength = level.strengths[i];
  const WideSum own_sum = c.sums_for<Wide>()[own];
  table.clear(lane, kLanes);
  Group<kLanes>::wait();
  // "Each thread can locally keep track of the best community": weights only grow, so the thread
  // that adds the last edge of a community sees the final value. If the node has no edges to its
  // own community, the weight for staying is 0.
  const auto others = static_cast<Weight>(own_sum.strength) - strength;
  Choice<Wide> best{gains.value(0, strength, others), Choice<Wide>::kStay};
  for (EdgeIndex e = level.offsets[i] + lane; e < level.offsets[i + 1]; e += kLanes) {  // line 2
    const Node community = c.of_node[level.neighbors[e]];
    const auto weight = static_cast<Weight>(
        table.add(community, static_cast<unsigned long long>(level.weights[e])));
    const WideSum sum = c.sums_for<Wide>()[community];
    if (community != own && own_sum.size == 1 && sum.size == 1 && community > own) continue;
    const bool stays = community == own;
    const Choice<Wide> choice{
        gains.value(weight, strength, stays ? others : static_cast<Weight>(sum.strength)),
        stays ? Choice<Wide>::kStay : community};
    if (choice.is_better_than(best)) best = choice;
  }
  Group<kLanes>::wait();
  best = Group<kLanes>::best(best);  // line 14; in a tie, staying wins, then the lowest number
  if (lane == 0) {                   // lines 15 to 18
    c.next[i] = best.community == Choice<Wide>::kStay ? own : best.community;
  }
}

// Line 6 of Algorithm 1 for a bucket with tables in shared memory: kLanes threads per node.
template <int kLanes, int kRoom>
__global__ void __launch_bounds__(kPaperThreads)
    compute_moves_gpu(PaperView level, LevelCommunities c, Gains<Wide> gains, const Node* bucket,
                      int size, Primes primes) {
  constexpr int kGroups = kPaperThreads / kLanes;
  __shared__ Node communities[kGroups * kRoom];
  __shared__ unsigned long long weights[kGroups * kRoom];
  const int group = Group<kLanes>::number();
  for (int at = static_cast<int>(blockIdx.x) * kGroups + group; at < size;
       at += static_cast<int>(gridDim.x) * kGroups) {
    const Node i = bucket[at];
    const EdgeIndex degree = level.offsets[i + 1] - level.offsets[i];
    const PaperTable table{communities + group * kRoom, weights + group * kRoom,
                           table_size(primes.sizes, primes.count, degree)};
    compute_move<kLanes>(level, c, gains, i, table);
    Group<kLanes>::wait();
  }
}

// The last bucket: one block per node. Each block has a table in global memory, which it uses for
// one node after the other. The nodes are sorted by degree; a block takes every gridDim.x-th node.
__global__ void __launch_bounds__(kPaperThreads)
    compute_moves_of_hubs_gpu(PaperView level, LevelCommunities c, Gains<Wide> gains,
                              const Node* bucket, int size, Primes primes, Node* communities,
                              unsigned long long* weights, std::int64_t room) {
  for (int at = static_cast<int>(blockIdx.x); at < size; at += static_cast<int>(gridDim.x)) {
    const Node i = bucket[at];
    const EdgeIndex degree = level.offsets[i + 1] - level.offsets[i];
    const PaperTable table{communities + blockIdx.x * room, weights + blockIdx.x * room,
                           table_size(primes.sizes, primes.count, degree)};
    compute_move<kPaperThreads>(level, c, gains, i, table);
    __syncthreads();
  }
}

// Lines 8 and 9 of Algorithm 1: one thread per node of the bucket.
__global__ void update_communities_gpu(LevelCommunities c, const Node* bucket, int size) {
  for_each_of_grid(size, [&](std::int64_t at) {
    const Node i = bucket[at];
    c.of_node[i] = c.next[i];
  });
}

__global__ void clear_sums_gpu(LevelCommunities c, Node nodes) {
  for_each_of_grid(nodes,
                   [&](std::int64_t community) { c.sums_for<Wide>()[community] = {0, 0, 0}; });
}

// Adds up the weight within communities, with one thread per node.
__global__ void add_inside_gpu(PaperView level, LevelCommunities c) {
  unsigned long long inside = 0;
  for_each_of_grid(level.nodes, [&](std::int64_t v) {
    for (EdgeIndex e = level.offsets[v]; e < level.offsets[v + 1]; ++e) {
      const bool same = c.of_node[level.neighbors[e]] == c.of_node[v];
      if (same) inside += static_cast<unsigned long long>(level.weights[e]);
    }
  });
  inside = warp_sum(inside);
  if (lane_of_thread() == 0) atomicAdd(&c.state->inside, inside);
}

// Algorithm 3, lines 4 to 6: one thread per node.
__global__ void count_members_gpu(PaperView level, const Node* c, int* com_size,
                                  long long* com_degree) {
  for_each_of_grid(level.nodes, [&](std::int64_t i) {
    atomicAdd(com_size + c[i], 1);
    atomicAdd(reinterpret_cast<unsigned long long*>(com_degree) + c[i],
              static_cast<unsigned long long>(level.offsets[i + 1] - level.offsets[i]));
  });
}

// Lines 7 to 11: one thread per community.
__global__ void mark_communities_gpu(const int* com_size, Node nodes, int* new_id) {
  for_each_of_grid(nodes, [&](std::int64_t c) { new_id[c] = com_size[c] != 0; });
}

// Lines 17 to 19: one thread per node.
__global__ void gather_members_gpu(const Node* c, Node nodes, int* vertex_start, Node* com) {
  for_each_of_grid(nodes, [&](std::int64_t i) {
    const int res = atomicAdd(vertex_start + c[i], 1);
    com[res] = static_cast<Node>(i);
  });
}

// The data that merge_community reads and writes.
struct Merging {
  const Node* c;
  const Node* com;        // the nodes, sorted by community
  const int* vertex_end;  // end of community c in `com`; c begins at vertex_end[c] - com_size[c]
  const int* com_size;
  const long long* com_degree;
  const long long* edge_pos;  // first of the com_degree[c] places for the edges of community c
  const int* new_id;
  Node* neighbors;        // those of community c begin at edge_pos[c]
  std::int64_t* weights;  // those of community c begin at edge_pos[c]
  int* lengths;           // [new_id] number of edges of the new node
  Weight* loops;          // [new_id]
  Weight* strengths;      // [new_id]
};

// MERGECOMMUNITY(c), by a group: all its threads work on each member, one member after the other.
template <int kLanes>
__device__ inline void merge_community(const PaperView& level, const Merging& m, Node c,
                                       const PaperTable& table, unsigned long long* loops,
                                       unsigned long long* strength, int* entries) {
  const int lane = Group<kLanes>::lane();
  table.clear(lane, kLanes);
  if (lane == 0) *loops = 0, *strength = 0, *entries = 0;
  Group<kLanes>::wait();
  const int begin = m.vertex_end[c] - m.com_size[c];
  for (int member = begin; member < m.vertex_end[c]; ++member) {
    const Node i = m.com[member];
    for (EdgeIndex e = level.offsets[i] + lane; e < level.offsets[i + 1]; e += kLanes) {
      const auto weight = static_cast<unsigned long long>(level.weights[e]);
      const Node other = m.c[level.neighbors[e]];
      if (other == c) {  // "merged into a self-loop for the corresponding new vertex"
        atomicAdd(loops, weight);
      } else {
        table.add(other, weight);
      }
    }
    if (lane == 0) {
      atomicAdd(loops, static_cast<unsigned long long>(level.loops[i]));
      *strength += static_cast<unsigned long long>(level.strengths[i]);
    }
  }
  Group<kLanes>::wait();
  // Every thread counts the entries that it will copy, and reserves as many places.
  int mine = 0;
  for (unsigned pos = lane; pos < table.size; pos += kLanes) {
    mine += table.communities[pos] != kNoCommunity;
  }
  long long place = m.edge_pos[c] + (mine > 0 ? atomicAdd(entries, mine) : 0);
  for (unsigned pos = lane; pos < table.size; pos += kLanes) {
    if (table.communities[pos] == kNoCommunity) continue;
    m.neighbors[place] = m.new_id[table.communities[pos]];
    m.weights[place++] = static_cast<std::int64_t>(table.weights[pos]);
  }
  Group<kLanes>::wait();
  if (lane != 0) return;
  m.lengths[m.new_id[c]] = *entries;
  m.loops[m.new_id[c]] = static_cast<Weight>(*loops);
  m.strengths[m.new_id[c]] = static_cast<Weight>(*strength);
}

template <int kGroups>
struct MergingSums {
  unsigned long long loops[kGroups];
  unsigned long long strength[kGroups];
  int entries[kGroups];
};

// Lines 22 and 23 for a bucket with tables in shared memory.
template <int kLanes, int kRoom>
__global__ void __launch_bounds__(kPaperThreads)
    merge_communities_gpu(PaperView level, Merging m, const Node* bucket, int size, Primes primes) {
  constexpr int kGroups = kPaperThreads / kLanes;
  __shared__ Node communities[kGroups * kRoom];
  __shared__ unsigned long long weights[kGroups * kRoom];
  __shared__ MergingSums<kGroups> sums;
  const int group = Group<kLanes>::number();
  for (int at = static_cast<int>(blockIdx.x) * kGroups + group; at < size;
       at += static_cast<int>(gridDim.x) * kGroups) {
    const Node c = bucket[at];
    const PaperTable table{communities + group * kRoom, weights + group * kRoom,
                           table_size(primes.sizes, primes.count, m.com_degree[c])};
    merge_community<kLanes>(level, m, c, table, sums.loops + group, sums.strength + group,
                            sums.entries + group);
    Group<kLanes>::wait();
  }
}

__global__ void __launch_bounds__(kPaperThreads)
    merge_large_communities_gpu(PaperView level, Merging m, const Node* bucket, int size,
                                Primes primes, Node* communities, unsigned long long* weights,
                                std::int64_t room) {
  __shared__ MergingSums<1> sums;
  for (int at = static_cast<int>(blockIdx.x); at < size; at += static_cast<int>(gridDim.x)) {
    const Node c = bucket[at];
    const PaperTable table{communities + blockIdx.x * room, weights + blockIdx.x * room,
                           table_size(primes.sizes, primes.count, m.com_degree[c])};
    merge_community<kPaperThreads>(level, m, c, table, sums.loops, sums.strength, sums.entries);
    __syncthreads();
  }
}

// "These lists are compressed to fill consecutive slots": one warp per community.
__global__ void __launch_bounds__(kPaperThreads)
    compress_gpu(Merging m, Node nodes, const EdgeIndex* offsets, Node* neighbors,
                 std::int64_t* weights) {
  for (std::int64_t c = std::int64_t{blockIdx.x} * 4 + threadIdx.x / kWarpSize; c < nodes;
       c += std::int64_t{gridDim.x} * 4) {
    if (m.com_size[c] == 0) continue;
    const EdgeIndex to = offsets[m.new_id[c]];
    const EdgeIndex length = offsets[m.new_id[c] + 1] - to;
    for (EdgeIndex e = lane_of_thread(); e < length; e += kWarpSize) {
      neighbors[to + e] = m.neighbors[m.edge_pos[c] + e];
      weights[to + e] = m.weights[m.edge_pos[c] + e];
    }
  }
}

// partition(): with one thread per node (or community), finds those whose size is in a range.
// Their order in the bucket is not defined, and it does not matter: all nodes of a bucket decide
// before any of them moves.
template <class SizeOf>
__device__ inline void partition(Node numbers, long long above, long long most,
                                 const SizeOf& size_of, Node* bucket, int* size) {
  for_each_of_grid(numbers, [&](std::int64_t i) {
    const long long its = size_of(i);
    if (its > above && its <= most) bucket[atomicAdd(size, 1)] = static_cast<Node>(i);
  });
}

__global__ void partition_by_degree_gpu(PaperView level, long long above, long long most,
                                        Node* bucket, int* size) {
  partition(
      level.nodes, above, most,
      [&](std::int64_t i) { return level.offsets[i + 1] - level.offsets[i]; }, bucket, size);
}

__global__ void partition_by_size_gpu(const long long* com_degree, const int* com_size, Node nodes,
                                      long long above, long long most, Node* bucket, int* size) {
  // Communities without edges are merged, too: they have degree 0 and are in the first bucket.
  partition(
      nodes, above, most, [&](std::int64_t c) { return com_size[c] == 0 ? -2 : com_degree[c]; },
      bucket, size);
}

static __global__ void add_squares_gpu(LevelCommunities c, Node nodes) {
  add_squares<Wide>(c, nodes);
}

}  // namespace handshake::louvain
