// Reduction over a tile or a coalesced group.
#pragma once
#pragma GCC system_header
#include "cooperative_groups.h"

namespace cooperative_groups {

#define CUDA_ON_CPU_REDUCTION(name, expression)                     \
  template <class T>                                                \
  struct name {                                                     \
    CUDA_ON_CPU_INLINE T operator()(const T& a, const T& b) const { \
      return expression;                                            \
    }                                                               \
  };
CUDA_ON_CPU_REDUCTION(plus, a + b)
CUDA_ON_CPU_REDUCTION(less, b < a ? b : a)
CUDA_ON_CPU_REDUCTION(greater, a < b ? b : a)
CUDA_ON_CPU_REDUCTION(bit_and, a& b)
CUDA_ON_CPU_REDUCTION(bit_or, a | b)
CUDA_ON_CPU_REDUCTION(bit_xor, a ^ b)
#undef CUDA_ON_CPU_REDUCTION

// Every lane combines the values in the order of the ranks, so all lanes get the same result.
template <class Group, class T, class Operation>
CUDA_ON_CPU_INLINE T reduce(const Group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned int rank = 1; rank < group.num_threads(); rank++) {
    result = operation(result, group.shfl(value, (int)rank));
  }
  return result;
}

}  // namespace cooperative_groups
