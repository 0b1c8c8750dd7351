// Weights as the devices store them: numbers of four bytes that compare exactly as the
// weights of the graph do.
#pragma once

#include <cstdint>

#include "graph/buffer.hpp"
#include "graph/view.hpp"

namespace handshake {

// The bits of a float for each weight of the graph. Float weights are used as they are; integers
// and doubles become floats if no two different weights become the same float. Otherwise every
// weight is replaced by its rank among the different weights, and every rank by the bits of a
// float. These floats have the order of the ranks. Ranks are possible if there are fewer than 2^32
// different weights; the host must sort the weights to find the ranks. Minus zero becomes zero.
// Throws GraphError when a weight is infinite or not a number.
class DeviceWeights {
 public:
  // What becomes of weights that are not floats. To sort them takes up to 70 times as long as to
  // match the graph. So an engine that can look at the weights of the graph itself asks for kRound:
  // then each weight is rounded to a float. This never reverses the order of two weights, but it
  // may make them equal. If are_rounded(), the engine must compare the weights of the graph when two
  // floats are equal.
  enum class Inexact { kRank, kRound };

  explicit DeviceWeights(const graph::View& graph, Inexact inexact = Inexact::kRank);
  const std::int32_t* bits() const { return bits_; }
  bool are_ranks() const { return are_ranks_; }
  bool are_rounded() const { return are_rounded_; }

 private:
  template <class Weight>
  void convert(graph::Span<Weight> weights, Inexact inexact);

  Buffer<std::int32_t> own_;  // empty if the weights of the graph are used as they are
  const std::int32_t* bits_ = nullptr;
  bool are_ranks_ = false;
  bool are_rounded_ = false;
};

}  // namespace handshake
