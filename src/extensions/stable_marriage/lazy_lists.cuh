// Lists in which each man ranks every woman, but so far only his first entries are made. A later
// entry combines a woman of his list with his rank in her list. This is slow, because each of his
// ranks is in a different sector of memory.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/stable_marriage/complete_lists.cuh"

namespace handshake::marriage {

// The list of one man.
struct LazyList {
  const NarrowWord* near;
  const std::uint16_t* women;  // of his list
  const std::uint16_t* ranks;  // his rank in the list of woman w is in row w
  std::int64_t row;
  std::int64_t begin;
  std::int32_t man;

  __device__ Look<NarrowWord> look(std::int64_t at) const {
    const std::int64_t place = at - begin;
    const NarrowWord entry = place < kNearPlaces ? near[place] : far_entry(place);
    return {Packed<NarrowWord>::person(entry), Packed<NarrowWord>::offer(entry, man)};
  }
  __device__ NarrowWord far_entry(std::int64_t place) const {
    return Packed<NarrowWord>::word(ranks[women[place] * row], women[place]);
  }
};

// Used until all entries of CompleteView are made. Positions mean the same in both views.
struct LazyView {
  using Word = NarrowWord;
  const Word* near;
  const std::uint16_t* women_of_men;
  const std::uint16_t* ranks;  // one row per woman
  std::int64_t row_of_men;     // lengths of rows
  std::int64_t row_of_women;
  std::int32_t women;

  HANDSHAKE_HOST_DEVICE std::int64_t begin(std::int32_t man) const {
    return std::int64_t{man} * women;
  }
  HANDSHAKE_HOST_DEVICE std::int64_t end(std::int32_t man) const { return begin(man) + women; }
  __device__ LazyList list_of(std::int32_t man) const {
    return {near + std::int64_t{man} * kNearPlaces,
            women_of_men + man * row_of_men,
            ranks + man,
            row_of_women,
            begin(man),
            man};
  }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return Packed<Word>::person(offer);
  }
};

// Makes the first entries of each man, with one block per man and one thread per entry. Elements
// after the end of a short list become 0, as in near_of_entries_gpu.
static __global__ void near_of_ranks_gpu(LazyView view, NarrowWord* near) {
  const int i = static_cast<int>(threadIdx.x), man = static_cast<int>(blockIdx.x);
  near[std::int64_t{man} * kNearPlaces + i] =
      i < view.women ? view.list_of(man).far_entry(i) : NarrowWord{0};
}

}  // namespace handshake::marriage
