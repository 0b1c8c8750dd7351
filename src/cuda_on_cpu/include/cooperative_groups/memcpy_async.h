// The copies that a group of threads starts together, and for which it waits later.
#pragma once
#pragma GCC system_header
#include "cooperative_groups.h"

extern "C" {
// Starts one thread's part of a copy. `rank` is the number of the thread in its group; `lanes` is
// the mask of a group of lanes, or 0 for a block.
void cuda_on_cpu_copy_later(void* to, const void* from, size_t bytes, unsigned int rank,
                            unsigned int size, unsigned int lanes);
// Makes the copies that the thread has started, except the last `left` copies.
void cuda_on_cpu_make_copies(unsigned int left);
}

namespace cooperative_groups {

template <class Group, class T, class Bytes>
CUDA_ON_CPU_INLINE void memcpy_async(const Group& group, T* to, const T* from, const Bytes& bytes) {
  cuda_on_cpu_copy_later(to, from, (size_t)bytes, group.thread_rank(), group.num_threads(),
                         cuda_on_cpu_lanes_of(group));
}
// Here, `to_count` and `from_count` are numbers of elements, not of bytes.
template <class Group, class T, class ToCount, class FromCount>
CUDA_ON_CPU_INLINE void memcpy_async(const Group& group, T* to, const ToCount& to_count,
                                     const T* from, const FromCount& from_count) {
  const size_t most = (size_t)to_count, given = (size_t)from_count;
  memcpy_async(group, to, from, (most < given ? most : given) * sizeof(T));
}

// Waits for all copies that the group has started, except for the last `Left` ones.
template <unsigned int Left, class Group>
CUDA_ON_CPU_INLINE void wait_prior(const Group& group) {
  cuda_on_cpu_make_copies(Left);
  group.sync();
}
template <class Group>
CUDA_ON_CPU_INLINE void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups
