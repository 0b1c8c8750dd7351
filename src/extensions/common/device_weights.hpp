// Weights as the devices store them: numbers of four bytes that compare exactly as the
// weights of the graph do.
#pragma once

#include <cstdint>
#include <variant>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"

namespace handshake {

// The bits of a float for each weight of the graph. Float weights are used as they are; integers
// and doubles become floats if no two different weights become the same float. Otherwise every
// weight is replaced by its rank among the different weights, and every rank by the bits of a
// float. These floats have the order of the ranks. Ranks are possible if there are fewer than 2^32
// different weights; the host must sort the weights to find the ranks. Minus zero becomes zero.
// Throws InputError when a weight is infinite or not a number.
class DeviceWeights {
 public:
  explicit DeviceWeights(const CsrGraph& graph);
  const std::int32_t* bits() const { return bits_; }
  bool are_ranks() const { return are_ranks_; }

 private:
  Buffer<std::int32_t> own_;  // empty if the weights of the graph are used as they are
  const std::int32_t* bits_ = nullptr;
  bool are_ranks_ = false;
};

}  // namespace handshake
