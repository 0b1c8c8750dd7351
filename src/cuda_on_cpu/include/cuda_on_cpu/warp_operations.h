// The headers ask the runtime library for operations among the lanes of a warp. Each enumerator
// stands for one operation.
#pragma once
#pragma GCC system_header

enum cuda_on_cpu_warp_operation {
  cuda_on_cpu_warp_sync,
  cuda_on_cpu_warp_ballot,
  cuda_on_cpu_warp_all,
  cuda_on_cpu_warp_shuffle,
  cuda_on_cpu_warp_shuffle_up,
  cuda_on_cpu_warp_shuffle_down,
  cuda_on_cpu_warp_shuffle_xor,
  cuda_on_cpu_warp_match_any,
  cuda_on_cpu_warp_match_all,
  cuda_on_cpu_warp_add,
  cuda_on_cpu_warp_min_signed,
  cuda_on_cpu_warp_min_unsigned,
  cuda_on_cpu_warp_max_signed,
  cuda_on_cpu_warp_max_unsigned,
  cuda_on_cpu_warp_and,
  cuda_on_cpu_warp_or,
  cuda_on_cpu_warp_xor,
  cuda_on_cpu_warp_copy
};
