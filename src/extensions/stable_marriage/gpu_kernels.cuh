// The kernels of stable marriage: a round of many men, and chains of few men.
//
// One word per woman holds her best offer. It is changed only by atomic operations, and only
// becomes smaller. A man is in one free list, or owned by one thread (in chains, by one block), or
// married. If a thread gives the place of a married man to another man, the thread then owns the
// displaced man. So only his owner writes his position.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/stable_marriage/views.hpp"
#include "gpu/warp.cuh"

namespace handshake::marriage {

// The men who are free, in any order; each appears once.
struct FreeList {
  std::int32_t* men;
  unsigned* count;
};

template <class View>
struct DeviceMarriage {
  using Word = typename View::Word;
  View view;
  Word* suitors;
  std::int64_t* next;                // of every man: the entry that he looks at next
  const std::int64_t* women_places;  // where the places of each woman begin; null: one place each
  int* owed;                         // of every man: how many partners he still looks for
  unsigned long long* placements;
};

__device__ inline void append(FreeList list, std::int32_t man) {
  list.men[atomicAdd(list.count, 1u)] = man;
}

__device__ inline std::uint32_t atomic_min_word(std::uint32_t* word, std::uint32_t value) {
  return atomicMin(word, value);
}
__device__ inline std::uint64_t atomic_min_word(std::uint64_t* word, std::uint64_t value) {
  return atomicMin(reinterpret_cast<unsigned long long*>(word), value);
}
__device__ inline std::uint32_t atomic_swap_word(std::uint32_t* word, std::uint32_t old,
                                                 std::uint32_t value) {
  return atomicCAS(word, old, value);
}
__device__ inline std::uint64_t atomic_swap_word(std::uint64_t* word, std::uint64_t old,
                                                 std::uint64_t value) {
  return atomicCAS(reinterpret_cast<unsigned long long*>(word), old, value);
}

// A man proposes to the woman of entry `at`. Returns true if she takes him; then *loser is the man
// who lost his place, or -1. kAtOnce: whether another thread may displace `man` in this launch and
// continue with him. That thread must see his new all.next.
template <bool kAtOnce, class View>
__device__ bool propose_at(const DeviceMarriage<View>& all, std::int64_t at, std::int32_t man,
                           std::int32_t* loser) {
  using Word = typename View::Word;
  const Look<Word> look = all.view.list_of(man).look(at);
  Word* const place = all.suitors + look.woman;
  if (look.offer >= read_shared_word(place)) return false;
  write_shared_word(&all.next[man], at + 1);
  if (kAtOnce) __threadfence();
  const Word old = atomic_min_word(place, look.offer);
  if (look.offer >= old) return false;
  *loser = old == kNoOffer<Word> ? -1 : View::man_of(old);
  return true;
}

// Adds `man` to a list, unless `man` is -1. All 32 lanes must call this function.
__device__ inline void append_of_warp(FreeList list, std::int32_t man) {
  const unsigned those = __ballot_sync(kFullWarp, man >= 0);
  if (those == 0) return;
  unsigned first = 0;
  if (lane_of_thread() == 0) first = atomicAdd(list.count, static_cast<unsigned>(__popc(those)));
  first = __shfl_sync(kFullWarp, first, 0);
  const unsigned before = those & ((1u << lane_of_thread()) - 1);
  if (man >= 0) list.men[first + __popc(before)] = man;
}

// One thread per man. The man looks at `width` women at most, so that no lane waits long for other
// lanes. A man who is displaced, or who is still free and has women left, is put into `later`.
// Several threads may make an offer to the same woman; then the smallest word wins.
template <class View>
__global__ void round_gpu(DeviceMarriage<View> all, FreeList free, FreeList later, int width) {
  unsigned long long placements = 0;
  const unsigned count = *free.count;
  const unsigned of_warps = (count + kWarpSize - 1) / kWarpSize * kWarpSize;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < of_warps;
       i += gridDim.x * blockDim.x) {
    std::int32_t still_free = -1;
    if (i < count) {
      const std::int32_t man = free.men[i];
      const std::int64_t end = all.view.end(man);
      std::int64_t at = all.next[man];
      bool taken = false;
      for (int looked = 0; looked < width && at < end && !taken; ++looked) {
        taken = propose_at<false>(all, at, man, &still_free);
        ++at;
      }
      if (taken) {
        ++placements;
      } else {
        all.next[man] = at;
        if (at < end) still_free = man;
      }
    }
    append_of_warp(later, still_free);
  }
  placements = warp_sum(placements);
  if (lane_of_thread() == 0 && placements > 0) atomicAdd(all.placements, placements);
}

// Each thread looks at kEach women of a man; their positions are blockDim.x apart. Returns the
// distance from `at` to the first of these women who would take him, or kNobodyFound. During the
// search, words can only become smaller. So the woman who was found may refuse him in the end, but
// the women before her refuse him in any case.
constexpr unsigned kNobodyFound = ~0u;
template <int kEach, class View>
__device__ unsigned first_taker(const DeviceMarriage<View>& all, std::int32_t man, std::int64_t at,
                                std::int64_t end) {
  using Word = typename View::Word;
  Look<Word> looks[kEach];
  const auto list = all.view.list_of(man);
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const std::int64_t mine = at + i * blockDim.x + threadIdx.x;
    looks[i] = mine < end ? list.look(mine) : Look<Word>{0, kNoOffer<Word>};
  }
  unsigned first = kNobodyFound;
#pragma unroll
  for (int i = kEach - 1; i >= 0; --i) {
    if (looks[i].offer < read_shared_word(&all.suitors[looks[i].woman])) {
      first = i * blockDim.x + threadIdx.x;
    }
  }
  return first;
}

// One block per man. First, the man looks at up to kNear women of his list. If none of them would
// take him, he looks at kWomenOfThread times blockDim.x women per step. He makes an offer to the
// first woman who would take him. The block continues with the man who loses her. After `steps`
// steps, the current man of the block goes to the list `later`, so that another block can take him
// in the next launch. Blocks take the men of the list `free` in order, one at a time: `taken`
// counts these men. kAlone: there is only this block, and it keeps the words of all women in shared
// memory.
constexpr int kWomenOfThread = 8;
constexpr unsigned kNear = 64;  // most men need not look at more women
template <bool kAlone, class View>
__global__ void chains_gpu(DeviceMarriage<View> all, FreeList free, unsigned* taken, FreeList later,
                           long long steps, int women) {
  extern __shared__ unsigned long long words_of_all[];
  // Thread 0 writes these five variables between two barriers. All threads read them after the
  // second barrier. Before the first barrier, each warp may lower `first`.
  __shared__ std::int32_t man;
  __shared__ std::int64_t at;
  __shared__ unsigned first;
  __shared__ bool is_far;  // whether the previous step found nobody among its first kNear women
  __shared__ bool is_over;
  using Word = typename View::Word;
  Word* const words = all.suitors;
  if (kAlone) {
    all.suitors = reinterpret_cast<Word*>(words_of_all);
    for (int w = threadIdx.x; w < women; w += blockDim.x) all.suitors[w] = words[w];
  }
  const unsigned count = *free.count;
  unsigned long long placements = 0;  // of thread 0
  for (;;) {
    __syncthreads();  // all threads have seen that the previous man is finished
    if (threadIdx.x == 0) {
      const unsigned i = atomicAdd(taken, 1u);
      is_over = i >= count;
      man = is_over ? -1 : free.men[i];
      at = is_over ? 0 : read_shared_word(&all.next[man]);
      first = kNobodyFound;
      is_far = false;
    }
    __syncthreads();
    if (is_over) break;
    for (long long step = 0; man >= 0; ++step) {
      const std::int64_t end = all.view.end(man);
      const unsigned looked = is_far ? kWomenOfThread * blockDim.x : min(blockDim.x, kNear);
      const std::int64_t seen = min(end, at + looked);
      const unsigned mine = is_far ? first_taker<kWomenOfThread>(all, man, at, seen)
                                   : first_taker<1>(all, man, at, seen);
      const unsigned of_warp = ~warp_max(~mine);
      if (lane_of_thread() == 0 && of_warp != kNobodyFound) atomicMin(&first, of_warp);
      __syncthreads();
      if (threadIdx.x == 0) {
        std::int32_t loser = -1;
        const bool found = first != kNobodyFound;
        at += found ? first : looked;
        is_far = !found || (is_far && first >= kNear);
        if (found && propose_at<!kAlone>(all, at, man, &loser)) {
          ++placements;
          man = loser;
          if (!kAlone) __threadfence();  // his position must be read after his offer
          if (man >= 0) at = read_shared_word(&all.next[man]);
        } else {
          if (found) ++at;
          if (at >= end) {
            write_shared_word(&all.next[man], end);
            man = -1;
          }
        }
        if (man >= 0 && step >= steps) {
          write_shared_word(&all.next[man], at);
          append(later, man);
          man = -1;
        }
        first = kNobodyFound;
      }
      __syncthreads();
    }
  }
  if (kAlone) {
    for (int w = threadIdx.x; w < women; w += blockDim.x) words[w] = all.suitors[w];
  }
  if (threadIdx.x == 0 && placements > 0) atomicAdd(all.placements, placements);
}

// Returns the place of a woman's worst suitor, or null if she has no places; *worst gets this
// suitor. If a later compare-and-swap still finds this suitor in the place, he is still her worst
// one: in her other places, suitors are only replaced by better ones.
template <class View>
__device__ typename View::Word* worst_place(const DeviceMarriage<View>& all, std::int32_t woman,
                                            typename View::Word* worst) {
  typename View::Word* place = nullptr;
  *worst = 0;
  for (std::int64_t i = all.women_places[woman]; i < all.women_places[woman + 1]; ++i) {
    const typename View::Word suitor = read_shared_word(&all.suitors[i]);
    if (place != nullptr && suitor <= *worst) continue;
    *worst = suitor;
    place = &all.suitors[i];
  }
  return place;
}

// One thread per man with several places; the thread looks for all partners that he lacks. If a
// man who looks for no partner loses one, he goes to the list `later`. A man who still looks for
// partners is in a list already: his thread sees, in this launch or in the next launch, that he
// lacks one more partner.
template <class View>
__global__ void round_many_gpu(DeviceMarriage<View> all, FreeList free, FreeList later) {
  using Word = typename View::Word;
  unsigned long long placements = 0;
  const unsigned count = *free.count;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const std::int32_t man = free.men[i];
    const std::int64_t end = all.view.end(man);
    std::int64_t at = all.next[man];
    // Only the list of the first launch contains men without places.
    if (read_shared_word(&all.owed[man]) == 0) continue;
    do {
      for (bool taken = false; at < end && !taken; ++at) {
        const Look<Word> look = all.view.list_of(man).look(at);
        Word worst;
        for (Word* place = worst_place(all, look.woman, &worst); look.offer < worst && !taken;) {
          taken = atomic_swap_word(place, worst, look.offer) == worst;
          if (!taken) place = worst_place(all, look.woman, &worst);
        }
        if (!taken) continue;
        ++placements;
        if (worst == kNoOffer<Word>) continue;
        const std::int32_t loser = View::man_of(worst);
        if (atomicAdd(&all.owed[loser], 1) == 0) append(later, loser);
      }
    } while (atomicAdd(&all.owed[man], -1) > 1);
    all.next[man] = at;
  }
  placements = warp_sum(placements);
  if (lane_of_thread() == 0 && placements > 0) atomicAdd(all.placements, placements);
}

// Writes the rank of each man in the list of his first choice, with one thread per man; a man who
// ranks no woman comes last.
template <class View>
__global__ void ranks_at_first_choice_gpu(DeviceMarriage<View> all, std::int32_t* ranks, int men) {
  for (int m = blockIdx.x * blockDim.x + threadIdx.x; m < men; m += gridDim.x * blockDim.x) {
    const std::int64_t at = all.view.begin(m);
    const bool has_any = at < all.view.end(m);
    ranks[m] =
        has_any ? Packed<typename View::Word>::rank(all.view.list_of(m).look(at).offer) : men;
  }
}

// Makes every man free and puts him at the start of his list, with one thread per man.
template <class View>
__global__ void begin_gpu(DeviceMarriage<View> all, FreeList free, int men) {
  for (int m = blockIdx.x * blockDim.x + threadIdx.x; m < men; m += gridDim.x * blockDim.x) {
    free.men[m] = m;
    all.next[m] = all.view.begin(m);
  }
}

}  // namespace handshake::marriage
