// Finds partners for the last free men, if there are at most two. One warp works for both men, so
// it need not wait for other threads.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/stable_marriage/block_rounds.cuh"

namespace handshake::marriage {

constexpr int kLongPatience = 16;  // steps without success before a whole block works for the man

// A chain of free men: a man who displaces another man is followed by the displaced man. Holds the
// current man, and the loaded part of his list, which begins at position at_.
template <class View>
class Chain {
 public:
  __device__ void take(const View& view, std::int32_t man, AllPersons persons) {
    man_ = man;
    in_vain_ = 0;
    if (man < 0) return;
    at_ = view.begin(man) + persons.places[man];
    ask(view);
  }

  // Makes one step of the chain. If a woman in the loaded part of the man's list would take him, he
  // makes an offer to the first such woman. Otherwise, the next part is loaded. Loaded values are
  // not used before the next step, so two chains can wait for memory at the same time.
  __device__ void step(const View& view, AllPersons persons) {
    const NarrowWord word = persons.words[mine_.woman];
    const unsigned takers = __ballot_sync(kFullWarp, mine_.offer < word);
    if (takers == 0) {
      at_ += kWarpSize;
      ++in_vain_;
      if (at_ < view.end(man_)) return ask(view);
      at_ = view.end(man_);
      leave(view, persons);
      man_ = -1;
      return;
    }
    __syncwarp();  // all lanes have read words and places
    const int first = lowest_lane(takers);
    if (lane_of_thread() == first) {
      persons.words[mine_.woman] = mine_.offer;
      persons.places[man_] = static_cast<std::uint16_t>(at_ + first + 1 - view.begin(man_));
      ++placements_;
    }
    const NarrowWord old = __shfl_sync(kFullWarp, word, first);
    __syncwarp();
    take(view, old == kNoOffer<NarrowWord> ? -1 : View::man_of(old), persons);
  }

  // Stores the position at which the man continues when it is his turn again.
  __device__ void leave(const View& view, AllPersons persons) const {
    __syncwarp();  // all lanes have read this position
    if (lane_of_thread() == 0) {
      persons.places[man_] = static_cast<std::uint16_t>(at_ - view.begin(man_));
    }
    __syncwarp();
  }

  __device__ bool goes_on() const { return man_ >= 0 && in_vain_ <= kLongPatience; }
  __device__ std::int32_t man() const { return man_; }
  __device__ unsigned long long placements() const { return placements_; }  // of this lane

 private:
  __device__ void ask(const View& view) {
    const std::int64_t there = at_ + lane_of_thread();
    mine_ = there < view.end(man_) ? view.list_of(man_).look(there)
                                   : Look<NarrowWord>{0, kNoOffer<NarrowWord>};
  }

  std::int32_t man_ = -1;
  int in_vain_ = 0;
  std::int64_t at_ = 0;
  Look<NarrowWord> mine_{};
  unsigned long long placements_ = 0;
};

// The block copies words and positions to shared memory, and copies them back at the end. In the
// meantime, only the first warp of the block changes them. The two chains take turns, one step at a
// time. A man who looks for a long time without success is appended to `later`.
template <class View>
__global__ void __launch_bounds__(kThreadsOfRounds)
    two_chains_gpu(DeviceMarriage<View> all, const std::int32_t* free, unsigned count,
                   FreeList later, int men, int women) {
  extern __shared__ NarrowWord words_and_places[];
  const AllPersons persons{words_and_places,
                           reinterpret_cast<std::uint16_t*>(words_and_places + women)};
  read_persons(all, men, women, persons);
  __syncthreads();
  if (threadIdx.x < kWarpSize) {
    Chain<View> one, other;
    one.take(all.view, count > 0 ? free[0] : -1, persons);
    other.take(all.view, count > 1 ? free[1] : -1, persons);
    while (one.goes_on() || other.goes_on()) {
      if (one.goes_on()) one.step(all.view, persons);
      if (other.goes_on()) other.step(all.view, persons);
    }
    for (const Chain<View>* chain : {&one, &other}) {
      if (chain->man() < 0) continue;
      chain->leave(all.view, persons);
      if (lane_of_thread() == 0) append(later, chain->man());
    }
    const unsigned long long placements = warp_sum(one.placements() + other.placements());
    if (lane_of_thread() == 0 && placements > 0) atomicAdd(all.placements, placements);
  }
  __syncthreads();
  write_persons(all, men, women, persons);
}

}  // namespace handshake::marriage
