// The input graph with whole numbers as weights, so that no sum depends on the order of additions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extensions/louvain/level_graph.hpp"
#include "graph/read_options.hpp"

namespace handshake::louvain {

// over / under, in lowest terms.
struct Fraction {
  std::int64_t over = 1;
  std::int64_t under = 1;
};

// Reads a number such as "1" or "0.75", from 0 to 1000 with up to six digits after the point.
// Throws std::invalid_argument.
Fraction parse_fraction(const std::string& text);

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
Problem make_problem(const CsrGraph& graph, const std::vector<SelfLoop>& loops, Fraction resolution,
                     const std::string& name = "the graph");

}  // namespace handshake::louvain
