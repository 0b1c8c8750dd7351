// The fast engine for CPUs: rounds of handshakes with thresholds, and then offers for the nodes
// that are left.
#pragma once

#include <cstdint>

#include "extensions/b_matching/problem.hpp"
#include "extensions/b_matching/solve.hpp"
#include "graph/view.hpp"

namespace handshake::b_matching {

BMatching match_in_rounds(const ProblemView& problem, const std::int32_t* weight_bits,
                          const Options& options, Measures* measures);

// The same if weights were rounded to floats: of two equal floats, `weights` decides.
BMatching match_rounded_in_rounds(const ProblemView& problem, const std::int32_t* rounded_bits,
                                  const graph::WeightSpans& weights, const Options& options,
                                  Measures* measures);

}  // namespace handshake::b_matching
