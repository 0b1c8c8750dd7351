// The facts that only this lab has, as values; words/ makes sentences from them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "suite/fact.hpp"

namespace handshake::suite {

struct WrapperEnded {
  bool extra;
  End end;
};

struct MatchEnded {
  End end;
};

// The next three facts explain a wrong element: one for each kernel.
struct HandshakingElement {
  int node, before, expected;  // before: the node's partner from an earlier pass
  int hand, hand_of_hand;      // kUnmatched: none
};

struct FilterElement {
  int edge, src, dst;
  int src_match, dst_match;
};

struct ScanElement {
  int element, distance;
  int old;     // oldSum[element]
  int source;  // the needed element of oldSum to the left of this element; 0 if there is none
};

struct NeverLaunched {
  std::string kernel;
  int pass = 0;
  int edges = 0;  // elements that are left in the edge list
};

struct NeighborsOf {
  int node;
  std::vector<std::pair<int, int>> shown;  // node and weight of the first few neighbors
  bool has_more;
  int pass;  // counted from 1
};

struct GivenKey {
  int neighbor, weight;  // of an edge of GivenKeys::node
  GivenValue given;
};

struct GivenKeys {  // the key of another edge wins against the key of the right edge
  int node, expected;
  Place at;
  std::vector<GivenKey> keys;  // one for each edge of the node
  bool all_ones = false;       // the upper half of every key has only ones, whatever the weight is
};

struct RunSize {
  int nodes, edges, threads;
};

struct LargestRun {
  int right;  // how many earlier runs were right
  RunSize size;
  bool is_in_nodes, is_in_edges, is_in_threads;  // whether no earlier run had as many
};

}  // namespace handshake::suite
