// The order in which blocks, and the threads of a block, run: forward, reverse, or shuffled by a
// seed. The order depends only on the seed, the launch and the block, so that a run can be repeated
// on any machine with any number of workers.
#pragma once
#include <cstdint>

#include "cuda_on_cpu/runtime/settings.hpp"

namespace cuda_on_cpu {

// The order of the blocks: which block runs at which turn.
class BlockOrder {
 public:
  BlockOrder(uint64_t blocks, uint32_t launch_number);
  uint64_t block_at(uint64_t turn) const {
    // An affine map reaches every block if its factor and the number of blocks have no common
    // divisor except 1.
    return static_cast<uint64_t>((static_cast<unsigned __int128>(turn) * factor_ + offset_) %
                                 blocks_);
  }
  bool is_forward() const { return factor_ == 1 && offset_ == 0; }

 private:
  uint64_t blocks_;
  uint64_t factor_ = 1;
  uint64_t offset_ = 0;
};

class ThreadOrder {
 public:
  // Prepares the orders of the threads and lanes of a new block.
  void begin_block(uint32_t threads, uint32_t launch_number, uint64_t block);
  // The order in which all threads run next: at the start of the block, or after a barrier.
  const uint16_t* next();
  // The order in which lanes of a warp continue after a warp operation.
  const uint8_t* next_lanes();

 private:
  uint64_t random();
  void fill(uint32_t threads);

  uint32_t threads_ = 0;
  uint64_t state_ = 0;
  uint16_t order_[1024];
  uint8_t lanes_[32] = {};
};

}  // namespace cuda_on_cpu
