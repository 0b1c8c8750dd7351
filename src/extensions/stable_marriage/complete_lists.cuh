// Complete lists of both sides on the GPU, as somebody has them who was not told the ranks: the rank
// of every man at every woman is made there, a woman at a time.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "extensions/common/copies.cuh"
#include "extensions/stable_marriage/problem.hpp"
#include "extensions/stable_marriage/views.hpp"

namespace handshake {

// Rows of 16-bit numbers begin at multiples of 16 bytes, so that a thread takes eight at once.
struct alignas(16) Eight {
  std::uint16_t of[8];
};

// Most men are content with one of their first women. Entries of these are made beforehand, with the
// rank in the same word; so few that they stay in the cache of the GPU.
constexpr int kAhead = 64;

// Man m has the positions m * women .. as in Lists.
struct CompleteView {
  using Word = NarrowWord;
  const std::uint16_t* women_of_men;  // [men * women], best first
  const std::uint16_t* ranks;         // [women * row], of every man
  NarrowWord* ahead;                  // [men * kAhead]
  std::int32_t women;
  std::int64_t row;

  __device__ std::int64_t begin(std::int32_t man) const { return std::int64_t{man} * women; }
  __device__ std::int64_t end(std::int32_t man) const { return begin(man) + women; }
  __device__ Look<Word> look(std::int64_t at, std::int32_t man) const {
    const std::int64_t place = at - begin(man);
    if (place >= kAhead) return look_far(at, man);
    const Word entry = ahead[std::int64_t{man} * kAhead + place];
    return {Packed<Word>::person(entry), Packed<Word>::offer(entry, man)};
  }
  __device__ Look<Word> look_far(std::int64_t at, std::int32_t man) const {
    const std::int32_t woman = women_of_men[at];
    const Word rank = ranks[woman * row + man];
    return {woman, Packed<Word>::word(rank, static_cast<Word>(man))};
  }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return Packed<Word>::person(offer);
  }
};

// One block a man, one thread a woman.
static __global__ void look_ahead_gpu(CompleteView view) {
  const int man = blockIdx.x;
  if (static_cast<int>(threadIdx.x) >= view.women) return;
  const Look<NarrowWord> look = view.look_far(view.begin(man) + threadIdx.x, man);
  view.ahead[std::int64_t{man} * kAhead + threadIdx.x] =
      Packed<NarrowWord>::word(Packed<NarrowWord>::rank(look.offer), look.woman);
}

// From entries to the two sides' lists. One block a man.
static __global__ void lists_of_entries_gpu(const NarrowWord* entries, int women, std::int64_t row,
                                            std::uint16_t* women_of_men,
                                            std::uint16_t* men_of_women) {
  const std::int64_t first = std::int64_t{blockIdx.x} * women;
  for (int i = threadIdx.x; i < women; i += blockDim.x) {
    const std::int32_t woman = Packed<NarrowWord>::person(entries[first + i]);
    const std::int32_t rank = Packed<NarrowWord>::rank(entries[first + i]);
    women_of_men[first + i] = static_cast<std::uint16_t>(woman);
    men_of_women[woman * row + rank] = static_cast<std::uint16_t>(blockIdx.x);
  }
}

// One block a woman after the other: her list becomes the ranks of the men, in shared memory, so that
// both rows are read and written in their order. Rows have `eights` times eight numbers.
static __global__ void ranks_of_lists_gpu(const Eight* men_of_women, int men, int women, int eights,
                                          Eight* ranks) {
  extern __shared__ Eight rank_of_man[];
  auto* const rank = reinterpret_cast<std::uint16_t*>(rank_of_man);
  for (int w = blockIdx.x; w < women; w += gridDim.x) {
    const std::int64_t row = std::int64_t{w} * eights;
    for (int i = threadIdx.x; i < eights; i += blockDim.x) {
      const Eight these = men_of_women[row + i];
      for (int k = 0; k < 8; ++k) {
        if (8 * i + k < men) rank[these.of[k]] = static_cast<std::uint16_t>(8 * i + k);
      }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < eights; i += blockDim.x) ranks[row + i] = rank_of_man[i];
    __syncthreads();
  }
}

// Whether every man ranks every woman.
inline bool is_complete(const Problem& problem, const Lists<NarrowWord>& lists) {
  return problem.one_each() && static_cast<std::int64_t>(lists.entries.size()) ==
                                   std::int64_t{problem.men} * problem.women;
}

class CompleteLists {
 public:
  CompleteLists(Person men, Person women, const Buffer<NarrowWord>& entries)
      : men_(men),
        women_(women),
        eights_((men + 7) / 8),
        women_of_men_(entries.size()),
        men_of_women_(std::size_t(women) * eights_),
        ranks_(std::size_t(women) * eights_),
        ahead_(std::size_t(men) * kAhead) {
    if (entries.size() == 0) return;
    const DeviceArray<NarrowWord> copy = on_device<NarrowWord>(entries);
    // The ends of rows are copied, and mean nothing.
    CUDA_CHECK(cudaMemset(men_of_women_.data(), 0, men_of_women_.size() * sizeof(Eight)));
    lists_of_entries_gpu<<<men_, kThreadsOfRow>>>(
        copy.data(), women_, 8 * std::int64_t{eights_}, women_of_men_.data(),
        reinterpret_cast<std::uint16_t*>(men_of_women_.data()));
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFuncSetAttribute(ranks_of_lists_gpu, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes_of_row()));
  }

  CompleteView view() {
    return {women_of_men_.data(), reinterpret_cast<const std::uint16_t*>(ranks_.data()),
            ahead_.data(), women_, 8 * std::int64_t{eights_}};
  }

  void make_ranks() {
    if (ranks_.size() == 0) return;
    ranks_of_lists_gpu<<<std::min(women_, kMostBlocks), kThreadsOfRow, bytes_of_row()>>>(
        men_of_women_.data(), men_, women_, eights_, ranks_.data());
    CUDA_CHECK(cudaGetLastError());
    look_ahead_gpu<<<men_, kAhead>>>(view());
    CUDA_CHECK(cudaGetLastError());
  }

 private:
  static constexpr int kThreadsOfRow = 512;
  static constexpr int kMostBlocks = 1024;
  int bytes_of_row() const { return eights_ * static_cast<int>(sizeof(Eight)); }

  Person men_;
  Person women_;
  int eights_;  // of a row of men
  DeviceArray<std::uint16_t> women_of_men_;
  DeviceArray<Eight> men_of_women_;
  DeviceArray<Eight> ranks_;
  DeviceArray<NarrowWord> ahead_;
};

}  // namespace handshake
