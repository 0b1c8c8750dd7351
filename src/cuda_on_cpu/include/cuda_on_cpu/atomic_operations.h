// The headers use these numbers to request an atomic function from the diagnostic library.
#pragma once
#pragma GCC system_header

enum cuda_on_cpu_atomic_operation {
  cuda_on_cpu_atomic_add,
  cuda_on_cpu_atomic_sub,
  cuda_on_cpu_atomic_exchange,
  cuda_on_cpu_atomic_min,
  cuda_on_cpu_atomic_max,
  cuda_on_cpu_atomic_and,
  cuda_on_cpu_atomic_or,
  cuda_on_cpu_atomic_xor,
  cuda_on_cpu_atomic_increment,
  cuda_on_cpu_atomic_decrement,
  cuda_on_cpu_atomic_compare_exchange
};
enum cuda_on_cpu_atomic_type {
  cuda_on_cpu_atomic_u16,
  cuda_on_cpu_atomic_i32,
  cuda_on_cpu_atomic_u32,
  cuda_on_cpu_atomic_i64,
  cuda_on_cpu_atomic_u64,
  cuda_on_cpu_atomic_f32,
  cuda_on_cpu_atomic_f64
};
