// A hint: what a student should think about, as a value; words/hints.cpp has the sentences.
#pragma once

#include <string>

namespace handshake::suite {

enum class Thought {
  none,
  // a wrong element of a kernel
  earlier_match,
  who_writes_whom,
  no_strongest_neighbor,
  other_end,
  every_keep,
  zero_or_one,
  two_ends,
  reads_matches,
  keep_or_filter,
  first_sum,
  moved_right,
  nothing_to_add,
  first_with_a_summand,
  which_summands,
  one_value,
  condition,
  other_task,
  never_writes,
  whole_element,
  atomic_in_vain,
  two_arrays,
  every_sum,
  old_unmatched,       // an element is -2
  old_unmatched_code,  // the code says -2
  kept_from_before,
  unset_variable,
  too_few_threads,
  whose_task,
  // an index outside of its array, or an input that was written
  what_is_counted,
  first_index,
  wrapped_index,
  wrapped_product,
  int_overflow,
  float_rounding,
  narrowing,
  last_index,
  idle_threads,
  loop_condition,
  only_read,
  // how a launch ended
  endless_kernel,
  slow_launches,
  only_own_arrays,
  far_outside,
  // GPU memory and the extra credit
  endless_passes,
  which_pointer,
  failed_call,
  given_code,
  never_began,
  bad_free,
  freed_twice,
  no_memory,
  declared_again,
  host_free,
  host_pointer,
  bytes_of_copy,
  direction,
  never_freed,
  frees_not_reached,
  result_copied,
  later_pass,
  edges_of_node,
  written_again,
  leaves_loop,
  unvisited_node,
  earlier_pass,
  equal_weights,
  start_value,
  lighter_edge,
  not_a_neighbor,
  unseen_edge,
  fresh_memory,
  room_of_arrays,
  // the whole program
  words_of_match,
  between_kernels,
  output_file,
  changed_in_between,
  // what the CUDA runtime noticed
  race,
  shared_race,
  barrier,
  warp,
  sync,
  loop,
  uninitialized,
  null_pointer,
  use_after_free,
  double_free,
  leak,
  host_memory,
  wrong_side,
  division,
  shared_memory,
  configuration,
  stack,
  exception,
  assertion,
  trap,
  undefined,
  index_of_access,
};

struct Hint {
  Thought thought = Thought::none;
  std::string name = {};       // of the array or the kernel that is meant
  std::string thing = {};      // what an index counts: "node", "edge", "element"
  int threads = 0, tasks = 0;  // of the launch
  int task = 0;                // the index that no thread worked on
};

}  // namespace handshake::suite
