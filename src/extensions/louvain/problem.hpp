// The input graph with whole numbers as weights, so that no sum depends on the order of additions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extensions/louvain/fraction.hpp"
#include "extensions/louvain/level_graph.hpp"
#include "graph/read_options.hpp"

namespace handshake::louvain {

struct Problem {
  LevelGraph graph;
  Weight total = 0;  // the sum of all strengths: twice the weight of all edges and loops
  Fraction resolution;
  double scale = 1;   // weight here = round(weight of the input * scale)
  bool exact = true;  // false if rounding may have changed a weight
};

// Makes all weights whole numbers. If all weights have at most six digits after the point, they are
// multiplied by a power of ten, at most 10^6. Otherwise, they are multiplied by a large power of
// two and then rounded; 128 bits are still enough to compare gains. Throws an InputError if a
// weight is negative, infinite or not a number; the message names the edge. Also throws an
// InputError if the total of integer weights is too large (the message has the total and the
// limit), or if the total of other weights is too small.
//
// The problem uses the offsets (if they have 64 bits) and the neighbors of the view, which must
// outlive it.
Problem make_problem(const graph::View& graph, const std::vector<SelfLoop>& loops,
                     Fraction resolution, const std::string& name = "the graph");
// The same, but the problem takes over the memory of the graph.
Problem make_problem(CsrGraph&& graph, const std::vector<SelfLoop>& loops, Fraction resolution,
                     const std::string& name = "the graph");

}  // namespace handshake::louvain
