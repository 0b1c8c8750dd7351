// A hint says what a student should think about. In this file, a hint is a value of type Hint;
// words/hints.cpp contains the sentences.
#pragma once

#include <string>

#include "suite/sure.hpp"

namespace handshake::suite {

enum class Thought {
  none,
  // a wrong element in the output of a kernel
  earlier_match,
  who_writes_whom,
  partner_value,
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
  no_summand,
  which_summands,
  one_step,
  value_of_other,
  one_value,
  condition,
  other_task,
  never_writes,
  whole_element,
  atomic_in_vain,
  two_arrays,
  every_sum,
  old_unmatched,       // an element is -2, which meant UNMATCHED in an earlier year
  old_unmatched_code,  // the code contains -2
  kept_from_before,
  unset_variable,
  too_few_threads,
  whose_task,
  // an index outside of its array, or an input that was written
  what_is_counted,
  first_index,
  nothing_before,
  unmatched_index,
  wrapped_index,
  wrapped_product,
  int_overflow,
  float_rounding,
  shift_too_far,
  narrowing,
  last_index,
  idle_threads,
  loop_condition,
  skipped_loop,
  no_elements,
  only_read,
  // how a launch ended
  endless_kernel,
  waits_for_block,
  lock_order,
  slow_launches,
  only_own_arrays,
  far_outside,
  alignment,
  several_elements,
  // the change that makes the kernel right
  comparison,
  both_sides,
  result_by_hand,
  one_too_many,
  meaning_of_names,
  order_of_arguments,
  text_of_macro,
  coordinates,
  one_dimension,
  what_function_does,
  kinds_of_assignment,
  truth,
  one_of_two_writes,
  copied_argument,
  way_out,
  without_it,
  which_first,
  once_or_in_every_round,
  begins_again,
  one_element_each,
  do_loop,
  // GPU memory and the extra credit
  endless_passes,
  lock_of_loop,
  which_pointer,
  failed_call,
  ends_program,
  set_by_cpu,
  never_began,
  bad_free,
  freed_twice,
  freed_piece,
  behind_the_end,
  size_of_array,
  no_memory,
  address_of_memory,
  declared_again,
  second_variable,
  host_free,
  bytes_of_copy,
  set_bytes,
  value_of_set,
  direction,
  which_memory,
  never_freed,
  freed_as_often,
  freed_nothing,
  frees_not_reached,
  result_copied,
  later_pass,
  old_edges,
  edges_of_node,
  leaves_loop,
  ends_for_good,
  old_value,
  index_of_write,
  unvisited_node,
  earlier_pass,
  equal_weights,
  equal_weights_in_any_order,
  start_value,
  negative_weight,
  lighter_edge,
  number_of_edge,
  not_final,
  not_a_neighbor,
  unseen_edge,
  edge_left_out,
  fresh_memory,
  filled_with,
  room_of_arrays,
  room_of_pieces,
  // the whole program
  words_of_match,
  between_kernels,
  size_of_run,
  shared_work,
  output_file,
  changed_in_between,
  // what the CUDA runtime noticed
  race,
  shared_race,
  warp_race,
  shared_by_all,
  shared_element_of_two,
  lost_change,
  barrier,
  warp,
  lane_itself,
  lane_of_shuffle,
  streams,
  changed_source,
  unfinished_copy,
  async_copy,
  loop,
  uninitialized,
  edges_of_pass,
  shared_uninitialized,
  null_pointer,
  use_after_free,
  host_after_free,
  double_free,
  leak,
  host_memory,
  wrong_side,
  division,
  shared_memory,
  dynamic_shared,
  configuration,
  stack,
  exception,
  assertion,
  cooperative,
  trap,
  undefined,
  index_of_access,
  bound_of_index,
  bytes_of_pointer,
};

struct Hint {
  Thought thought = Thought::none;
  std::string name = {};       // of the array or the kernel that the hint is about
  std::string thing = {};      // what an index counts: "node", "edge", "element"
  int threads = 0, tasks = 0;  // of the launch
  int task = 0;                // the index that no thread worked on
  Sure sure = Sure::guess;

  Hint from(Sure one) const {
    Hint made = *this;
    made.sure = one;
    return made;
  }
};

// The hint of a failure. Many functions propose a hint; this class decides which one is kept, so
// that a guess never replaces a hint that follows from the cause.
class KeptHint {
 public:
  operator const Hint&() const { return hint_; }
  const Hint* operator->() const { return &hint_; }

  // Takes this hint, unless the present one is surer. Of two hints that are equally sure, the later
  // one is taken; but a hint that follows from a cause is never replaced.
  void propose(const Hint& hint) {
    if (hint_.sure != Sure::cause && hint.sure >= hint_.sure) hint_ = hint;
  }

  // Takes a hint that asks the same more exactly. It is as sure as the present one.
  void refine(const Hint& hint) { hint_ = hint.from(hint_.sure); }

 private:
  Hint hint_;
};

}  // namespace handshake::suite
