// The input as whole numbers, so that no sum depends on its order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "extensions/louvain/level_graph.hpp"
#include "graph/read_options.hpp"

namespace handshake {

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
  Weight total = 0;  // of all strengths: twice the weight of all edges, loops among them
  Fraction resolution;
  double scale = 1;   // weight here = weight of the input * scale
  bool exact = true;  // whether this product was a whole number for all weights
};

// Makes all weights whole numbers. Decimal weights are multiplied by a power of ten, at most 10^6.
// Other weights are multiplied by the largest power of two for which 128 bits can still compare the
// totals. Throws an InputError that names an edge whose weight is negative or not a number, or that
// says by how much the total is too large.
Problem make_problem(const CsrGraph& graph, const std::vector<SelfLoop>& loops, Fraction resolution,
                     const std::string& name = "the graph");

}  // namespace handshake
