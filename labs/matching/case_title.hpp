// What a case tests, as a value; words/titles.cpp has the English text.
#pragma once

namespace handshake::suite {

enum class Scene {
  unnamed,
  // kinds of graphs; some of them need CaseTitle::size, the number of nodes
  pair,
  path,
  star,
  star_of_equals,
  stars,
  stars_of_equals,
  stars_with_ties,
  random_graph,
  random_with_ties,
  handout,
  no_edge,
  one_match_a_pass,
  // cases of check_handshaking_gpu
  hand_not_taken,
  last_two_shake,
  no_hand_taken,
  first_has_no_edge,
  last_has_no_edge,
  lonely_node,
  nobody_has_an_edge,
  handout_in_pass_2,
  matched_earlier_and_now,
  all_matched_earlier,
  old_hands,
  old_hands_and_a_new_pair,
  hand_to_a_matched_node,
  pair_far_apart,
  // cases of exclusive_prefix_sum_gpu, with `size` elements
  elements,
  all_zero,
  first_not_zero,
  first_ones_not_zero,
  sums_of_a_large_graph,
  kept_by_the_handout,
  // cases of whole passes
  three_passes,
  more_nodes_than_edges,
  three_equal_edges,
  last_has_equal_edges,
  node_without_edge,
  zero_and_negative,
  extreme_weights,
  close_weights,
  more_nodes_than_threads,
  more_edges_than_threads,
  more_threads_than_a_block,
  isolated_and_negative,
  test_case,  // the file in testcases/ whose number is CaseTitle::size
};

// Which nodes were matched before the launch.
enum class Matched {
  unsaid,
  nothing,
  both,
  first_two,
  last_two,
  middle_two,
  two_in_the_middle,
  all,
  some_edges,
};

struct CaseTitle {
  Scene scene = Scene::unnamed;
  int size = 0;  // nodes, or elements
  Matched matched = Matched::unsaid;
  int pass = 0;        // counted from 1; 0: the case is not about a pass
  int after_pass = 0;  // the pass that ended before the case; counted like `pass`
  int distance = -1;   // for a scan; -1: not a scan
  int threads = 0;     // the value of -threads; 0: no such flag
  bool extra = false;  // -extra was given

  CaseTitle with(Matched which) const {
    CaseTitle made = *this;
    made.matched = which;
    return made;
  }
  CaseTitle in(int number) const {
    CaseTitle made = *this;
    made.pass = number;
    return made;
  }
  CaseTitle after(int number) const {
    CaseTitle made = *this;
    made.after_pass = number;
    return made;
  }
  CaseTitle of_scan(int step) const {
    CaseTitle made = *this;
    made.distance = step;
    return made;
  }
  CaseTitle of_match(int numthreads, bool has_extra) const {
    CaseTitle made = *this;
    made.threads = numthreads;
    made.extra = has_extra;
    return made;
  }
};

}  // namespace handshake::suite
