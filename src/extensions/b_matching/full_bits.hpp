// One bit per node: whether the node is full. A full node has all the partners that it may have.
#pragma once

#include <cstdint>

#include "graph/buffer.hpp"
#include "graph/csr.hpp"
#include "graph/parallel.hpp"

namespace handshake::b_matching {

class FullBits {
 public:
  FullBits(Node nodes, int threads) : words_((nodes + 63) / 64) {
    for_each_number(static_cast<std::int64_t>(words_.size()), 4096, threads,
                    [this](std::int64_t i) { words_[i] = 0; });
  }
  bool operator[](Node v) const {
    return __atomic_load_n(&words_[v >> 6], __ATOMIC_RELAXED) >> (v & 63) & 1;
  }
  void set(Node v) {
    __atomic_fetch_or(&words_[v >> 6], std::uint64_t{1} << (v & 63), __ATOMIC_RELAXED);
  }
  // For reads without atomic operations, in phases in which no thread sets a bit.
  const std::uint64_t* words() const { return words_.data(); }

 private:
  Buffer<std::uint64_t> words_;
};

}  // namespace handshake::b_matching
