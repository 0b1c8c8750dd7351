// Gale-Shapley for instances in which all men share one list, and all women share another list. Men
// and women are numbered by their places in these lists. So every list is 0, 1, 2 .., and a man's
// number is also his rank: an offer is only this number.
//
// The women are divided into blocks. Every man asks the women of the first block. A man who is
// refused, or displaced later, continues with the next block. Men reach this block in the order in
// which they left the previous block. A block does not need results of later blocks, so many blocks
// can work at the same time, each block a few men behind the block before it. All blocks can use
// one queue of men: a block never writes more men than it has read, so it overwrites only places
// that it has already read.
#pragma once

#include <cstdint>

#include "extensions/stable_marriage/marriage.hpp"

namespace handshake::marriage {

constexpr std::uint32_t kNoMan = ~0u;  // worse than every man

Marriage solve_shared_on_cpu(const Problem& problem, int threads, Measures* measures);

// Throws CudaError.
Marriage solve_shared_on_gpu(const Problem& problem, Measures* measures);

// Makes the answer from `suitors`, and computes the counts. suitors[w]: the man of the woman at
// place w, or kNoMan.
Marriage answer_of_shared(const Problem& problem, const std::uint32_t* suitors, Measures* measures);

}  // namespace handshake::marriage
