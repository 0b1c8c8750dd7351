// Cooperative groups: the block, tiles of a warp, coalesced threads and the rank in the grid.
#pragma once
#pragma GCC system_header
#include "cuda_runtime.h"

namespace cooperative_groups {

struct thread_block {
  CUDA_ON_CPU_INLINE static void sync() { cuda_on_cpu_barrier(""); }
  CUDA_ON_CPU_INLINE static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  CUDA_ON_CPU_INLINE static unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  CUDA_ON_CPU_INLINE static unsigned int size() { return num_threads(); }
  CUDA_ON_CPU_INLINE static dim3 group_index() { return blockIdx; }
  CUDA_ON_CPU_INLINE static dim3 thread_index() { return threadIdx; }
  CUDA_ON_CPU_INLINE static dim3 group_dim() { return blockDim; }
  CUDA_ON_CPU_INLINE static dim3 dim_threads() { return blockDim; }
};
CUDA_ON_CPU_INLINE thread_block this_thread_block() {
  return thread_block();
}

struct grid_group {
  // Whether the launch is cooperative: in other launches, sync() stops the kernel.
  CUDA_ON_CPU_INLINE static bool is_valid() { return cuda_on_cpu_is_cooperative() != 0; }
  CUDA_ON_CPU_INLINE static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  CUDA_ON_CPU_INLINE static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  CUDA_ON_CPU_INLINE static unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  CUDA_ON_CPU_INLINE static unsigned long long size() { return num_threads(); }
  CUDA_ON_CPU_INLINE static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  CUDA_ON_CPU_INLINE static dim3 group_dim() { return gridDim; }
  CUDA_ON_CPU_INLINE static dim3 dim_blocks() { return gridDim; }
  CUDA_ON_CPU_INLINE static dim3 block_index() { return blockIdx; }
  CUDA_ON_CPU_INLINE static void sync() { cuda_on_cpu_grid_barrier(); }
};
CUDA_ON_CPU_INLINE grid_group this_grid() {
  return grid_group();
}

// Some lanes of one warp: the base class of tiles and of coalesced groups. The rank of a lane is
// its place among the lanes of the mask, so the lanes of a group need not be contiguous.
class lane_group {
  friend class thread_group;
  friend unsigned int cuda_on_cpu_lanes_of(const lane_group& group);

 public:
  CUDA_ON_CPU_INLINE unsigned int thread_rank() const {
    return (unsigned int)__popc(mask_ & ((1u << lane_) - 1u));
  }
  CUDA_ON_CPU_INLINE unsigned int num_threads() const { return (unsigned int)__popc(mask_); }
  CUDA_ON_CPU_INLINE unsigned int size() const { return num_threads(); }
  CUDA_ON_CPU_INLINE unsigned int meta_group_rank() const { return meta_rank_; }
  CUDA_ON_CPU_INLINE unsigned int meta_group_size() const { return meta_size_; }
  CUDA_ON_CPU_INLINE void sync() const { __syncwarp(mask_); }
  CUDA_ON_CPU_INLINE int any(int predicate) const { return __any_sync(mask_, predicate); }
  CUDA_ON_CPU_INLINE int all(int predicate) const { return __all_sync(mask_, predicate); }
  CUDA_ON_CPU_INLINE unsigned int ballot(int predicate) const {
    return pack(__ballot_sync(mask_, predicate));
  }
  template <class T>
  CUDA_ON_CPU_INLINE unsigned int match_any(T value) const {
    return pack(__match_any_sync(mask_, value));
  }
  template <class T>
  CUDA_ON_CPU_INLINE unsigned int match_all(T value, int& predicate) const {
    return pack(__match_all_sync(mask_, value, &predicate));
  }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl(T value, int rank) const {
    return __shfl_sync(mask_, value, lane_of((unsigned int)rank % num_threads()));
  }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl_up(T value, unsigned int delta) const {
    unsigned int rank = thread_rank();
    return __shfl_sync(mask_, value, lane_of(delta > rank ? rank : rank - delta));
  }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl_down(T value, unsigned int delta) const {
    unsigned int rank = thread_rank(), from = rank + delta;
    return __shfl_sync(mask_, value, lane_of(from >= num_threads() ? rank : from));
  }

 protected:
  CUDA_ON_CPU_INLINE lane_group(unsigned int mask, unsigned int lane, unsigned int meta_rank,
                                unsigned int meta_size)
      : mask_(mask), lane_(lane), meta_rank_(meta_rank), meta_size_(meta_size) {}
  CUDA_ON_CPU_INLINE int lane_of(unsigned int rank) const {
    unsigned int mask = mask_;
    while (rank-- > 0) mask &= mask - 1;
    return mask ? __builtin_ctz(mask) : 0;
  }
  CUDA_ON_CPU_INLINE unsigned int pack(unsigned int lanes) const {
    unsigned int result = 0, rank = 0;
    for (unsigned int mask = mask_; mask; mask &= mask - 1, rank++) {
      if (lanes & (mask & -mask)) result |= 1u << rank;
    }
    return result;
  }
  unsigned int mask_, lane_, meta_rank_, meta_size_;
};

// The mask of the lanes of a group; 0 for a block.
CUDA_ON_CPU_INLINE unsigned int cuda_on_cpu_lanes_of(const lane_group& group) {
  return group.mask_;
}
CUDA_ON_CPU_INLINE unsigned int cuda_on_cpu_lanes_of(const thread_block&) {
  return 0;
}

template <unsigned int Size, class Parent = void>
class thread_block_tile : public lane_group {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0 && Size <= 32,
                "CUDA on the CPU offers tiles of 1, 2, 4, 8, 16 or 32 threads");

 public:
  CUDA_ON_CPU_INLINE explicit thread_block_tile(unsigned int block_rank)
      : lane_group((Size == 32 ? 0xffffffffu : (1u << (Size % 32)) - 1u)
                       << (block_rank % 32 / Size * Size),
                   block_rank % 32, block_rank / Size,
                   (thread_block::num_threads() + Size - 1) / Size) {}
  // Converts to a type without Parent, such as thread_block_tile<32>.
  template <class Other>
  CUDA_ON_CPU_INLINE thread_block_tile(const thread_block_tile<Size, Other>& other)
      : lane_group(other) {}
  CUDA_ON_CPU_INLINE static constexpr unsigned int num_threads() { return Size; }
  CUDA_ON_CPU_INLINE static constexpr unsigned int size() { return Size; }
  CUDA_ON_CPU_INLINE unsigned int thread_rank() const { return lane_ % Size; }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl(T value, int rank) const {
    return __shfl_sync(mask_, value, rank, Size);
  }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl_up(T value, unsigned int delta) const {
    return __shfl_up_sync(mask_, value, delta, Size);
  }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl_down(T value, unsigned int delta) const {
    return __shfl_down_sync(mask_, value, delta, Size);
  }
  template <class T>
  CUDA_ON_CPU_INLINE T shfl_xor(T value, int lane_mask) const {
    return __shfl_xor_sync(mask_, value, lane_mask, Size);
  }
};

template <unsigned int Size>
CUDA_ON_CPU_INLINE thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return thread_block_tile<Size, thread_block>(thread_block::thread_rank());
}
template <unsigned int Size, unsigned int ParentSize, class Parent>
CUDA_ON_CPU_INLINE thread_block_tile<Size, thread_block_tile<ParentSize, Parent>> tiled_partition(
    const thread_block_tile<ParentSize, Parent>&) {
  static_assert(Size <= ParentSize, "a tile cannot be larger than the group it is cut from");
  return thread_block_tile<Size, thread_block_tile<ParentSize, Parent>>(
      thread_block::thread_rank());
}

class coalesced_group : public lane_group {
 public:
  CUDA_ON_CPU_INLINE explicit coalesced_group(unsigned int mask)
      : lane_group(mask, thread_block::thread_rank() % 32, 0, 1) {}
};
CUDA_ON_CPU_INLINE coalesced_group coalesced_threads(const char* site = "") {
  return coalesced_group(__activemask(site));
}

// A block, a tile or a coalesced group, for functions that work with all of them. The kind of group
// is known only at run time.
class thread_group {
 public:
  CUDA_ON_CPU_INLINE thread_group(const thread_block&) : lanes_(coalesced_group(0)) {}
  CUDA_ON_CPU_INLINE thread_group(const lane_group& lanes) : lanes_(lanes) {}
  CUDA_ON_CPU_INLINE void sync() const { is_block() ? thread_block::sync() : lanes_.sync(); }
  CUDA_ON_CPU_INLINE unsigned int thread_rank() const {
    return is_block() ? thread_block::thread_rank() : lanes_.thread_rank();
  }
  CUDA_ON_CPU_INLINE unsigned int size() const {
    return is_block() ? thread_block::num_threads() : lanes_.num_threads();
  }
  // Divides the group by rank into tiles of `size` threads, and returns the tile of this thread.
  CUDA_ON_CPU_INLINE thread_group tile(unsigned int size) const {
    const unsigned int rank = thread_rank(), first = rank / size * size;
    const unsigned int lane = thread_block::thread_rank() % 32;
    if (is_block()) {
      const unsigned int all = size >= 32 ? 0xffffffffu : (1u << size) - 1;
      return coalesced_group(all << (lane / size * size));
    }
    unsigned int mask = 0;
    for (unsigned int other = first; other < first + size && other < lanes_.num_threads(); other++)
      mask |= 1u << lanes_.lane_of(other);
    return coalesced_group(mask);
  }

 private:
  CUDA_ON_CPU_INLINE bool is_block() const { return lanes_.num_threads() == 0; }
  lane_group lanes_;
};
CUDA_ON_CPU_INLINE thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  return parent.tile(size);
}

template <class Group>
CUDA_ON_CPU_INLINE void sync(const Group& group) {
  group.sync();
}
template <class Group>
CUDA_ON_CPU_INLINE auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
CUDA_ON_CPU_INLINE auto group_size(const Group& group) {
  return group.num_threads();
}

}  // namespace cooperative_groups
