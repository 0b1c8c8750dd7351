// The titles of cases, and the rule of the handout that a case tests.
#include "labs/matching/words/words.hpp"
#include "suite/words/names.hpp"

namespace handshake::suite::words {

namespace {

std::string scene(const CaseTitle& title) {
  const auto sized = [&title](const std::string& before) {
    return before + counted(title.size, "node");
  };
  switch (title.scene) {
    case Scene::unnamed:
      return "";
    case Scene::pair:
      return "two nodes and one edge";
    case Scene::path:
      return sized("a path of ");
    case Scene::star:
      return sized("a star of ");
    case Scene::star_of_equals:
      return sized("a star of ") + " with equal weights";
    case Scene::stars:
      return "stars of many sizes";
    case Scene::stars_of_equals:
      return "stars of many sizes with equal weights";
    case Scene::stars_with_ties:
      return "stars of many sizes, each with two heaviest edges";
    case Scene::random_graph:
      return sized("a random graph of ");
    case Scene::random_with_ties:
      return sized("a random graph of ") + " with many ties";
    case Scene::handout:
      return "the graph of the handout";
    case Scene::no_edge:
      return "a graph without an edge";
    case Scene::one_match_a_pass:
      return "one match per pass";
    case Scene::hand_not_taken:
      return "node 2 extends a hand that no node takes";
    case Scene::last_two_shake:
      return "the last two nodes shake hands";
    case Scene::no_hand_taken:
      return "no hand is taken";
    case Scene::first_has_no_edge:
      return "node 0 has no edge";
    case Scene::last_has_no_edge:
      return "the last node has no edge";
    case Scene::lonely_node:
      return "one node without an edge";
    case Scene::nobody_has_an_edge:
      return "no node has an edge";
    case Scene::handout_in_pass_2:
      return "the second pass of the handout's graph";
    case Scene::matched_earlier_and_now:
      return "two nodes were matched earlier, two shake hands now";
    case Scene::all_matched_earlier:
      return "all nodes were matched earlier and have no edge left";
    case Scene::old_hands:
      return "all nodes were matched earlier, and none extends a hand to its partner";
    case Scene::old_hands_and_a_new_pair:
      return "some nodes shake hands; the others were matched earlier, and extend their hands";
    case Scene::hand_to_a_matched_node:
      return "a hand to a node that was matched earlier";
    case Scene::pair_far_apart:
      return "the first and the last node shake hands, the others have no edge";
    case Scene::elements:
      return counted(title.size, "element");
    case Scene::all_zero:
      return counted(title.size, "element") + ", all zero";
    case Scene::first_not_zero:
      return counted(title.size, "element") + ", the first one not zero";
    case Scene::first_ones_not_zero:
      return counted(title.size, "element") + ", the first ones not zero";
    case Scene::sums_of_a_large_graph:
      return counted(title.size, "element") + " of a large graph";
    case Scene::kept_by_the_handout:
      return counted(title.size, "element") + ", the keepEdges of the handout";
    case Scene::three_passes:
      return "three passes on a path";
    case Scene::more_nodes_than_edges:
      return "more nodes than edges";
    case Scene::three_equal_edges:
      return "three equally heavy edges";
    case Scene::last_has_equal_edges:
      return "the last node has two equally heavy edges";
    case Scene::node_without_edge:
      return "a node without an edge";
    case Scene::zero_and_negative:
      return "zero weights and negative weights";
    case Scene::extreme_weights:
      return "the smallest and the largest weight";
    case Scene::close_weights:
      return "large weights that differ by 1";
    case Scene::test_case:
      return "testcases/input" + number(title.size) + ".mtx";
    case Scene::more_nodes_than_threads:
      return "more nodes than threads";
    case Scene::more_edges_than_threads:
      return "more edges than threads";
    case Scene::more_threads_than_a_block:
      return "more threads than a block can have";
    case Scene::isolated_and_negative:
      return "isolated nodes and negative weights";
  }
  return "";
}

std::string before_launch(Matched matched) {
  switch (matched) {
    case Matched::unsaid:
      return "";
    case Matched::nothing:
      return ", nothing matched";
    case Matched::both:
      return ", both matched";
    case Matched::first_two:
      return ", the first two matched";
    case Matched::last_two:
      return ", the last two matched";
    case Matched::middle_two:
      return ", the middle two matched";
    case Matched::two_in_the_middle:
      return ", the two in the middle matched";
    case Matched::all:
      return ", all matched";
    case Matched::some_edges:
      return ", some edges matched";
  }
  return "";
}

}  // namespace

std::string title(const CaseTitle& title) {
  std::string said = scene(title) + before_launch(title.matched);
  if (title.after_pass > 0) said += " after pass " + number(title.after_pass);
  if (title.pass > 0) said += (said.empty() ? "" : ", ") + ("pass " + number(title.pass));
  if (title.distance >= 0) said += ", distance " + number(title.distance);
  if (title.threads > 0) said += ", -threads " + number(title.threads);
  if (title.extra) said += ", -extra";
  return said;
}

std::string rule(Rule rule) {
  switch (rule) {
    case Rule::none:
      return "";
    case Rule::handshaking:
      return "Two nodes are matched when each is the other's strongest neighbor; a node that was "
             "matched in an earlier pass keeps its partner.";
    case Rule::filter:
      return "keepEdges[x] is 1 when neither end of edge x is matched, else 0.";
    case Rule::scan:
      return "Distance 0 moves every element one place to the right, and newSum[0] is 0; any other "
             "distance is one step of an inclusive scan.";
    case Rule::gpu_memory:
      return "Allocate GPU memory with cudaMalloc, fill it with cudaMemcpy, free it with cudaFree.";
    case Rule::strongest_neighbor:
      return "strongNeighbor[x] is the node at the other end of the heaviest edge of x: of "
             "several such nodes, the one with the smallest index. It is UNMATCHED when x has no "
             "edge left.";
    case Rule::output_file:
      return "The output has one line per node: its partner, or -1.";
  }
  return "";
}

}  // namespace handshake::suite::words
