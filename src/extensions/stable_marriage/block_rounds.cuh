// Rounds of one block of threads, for few men. The shared memory of the block has the word of each
// woman (her best offer so far), and the position of each man in his list.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/stable_marriage/gpu_kernels.cuh"

namespace handshake::marriage {

constexpr int kThreadsOfRounds = 1024;
constexpr int kFarWomen = 8;  // women that each lane looks at in a step of a long search
constexpr int kPatience = 2;  // a man with more steps without success should get a whole block
constexpr int kAlone = 2;     // for at most this many free men, one warp or one block works alone

// The data of all persons. They are in dynamic shared memory, because static shared memory is too
// small.
struct AllPersons {
  NarrowWord* words;      // of the women: their best offers
  std::uint16_t* places;  // of the men: their positions, counted from the starts of their lists
};

// The part of a man's list that the lanes of his warp have read. It begins at `at`.
template <class View>
class Lookout {
 public:
  // Each lane looks at kEach women, whose positions are 32 apart. Returns whether any lane
  // has found a woman who would take the man.
  template <int kEach>
  __device__ bool look(const View& view, std::int32_t man, std::int64_t at,
                       const NarrowWord* words) {
    Look<NarrowWord> looks[kEach];
    const std::int64_t end = view.end(man);
    const auto list = view.list_of(man);
#pragma unroll
    for (int i = 0; i < kEach; ++i) {
      const std::int64_t there = at + i * kWarpSize + lane_of_thread();
      looks[i] = there < end ? list.look(there) : Look<NarrowWord>{0, kNoOffer<NarrowWord>};
    }
    unsigned first = kNobodyFound;
#pragma unroll
    for (int i = kEach - 1; i >= 0; --i) {
      if (looks[i].offer < words[looks[i].woman]) {
        first = i * kWarpSize + lane_of_thread();
        mine_ = looks[i];
      }
    }
    if constexpr (kEach == 1) {
      takers_ = __ballot_sync(kFullWarp, first != kNobodyFound);
      first_ = 0;
    } else {
      first = ~warp_max(~first);
      takers_ = first == kNobodyFound ? 0 : 1u << first % kWarpSize;
      first_ = first / kWarpSize * kWarpSize;
    }
    return takers_ != 0;
  }

  // After look() has found a woman: the distance from `at` to the first woman who would take the
  // man.
  __device__ unsigned first() const { return first_ + lowest_lane(takers_); }

  // One lane has found the first woman who would take the man. This lane makes the man's offer to
  // her. If she has a better offer by then, the lane of the next woman who would take him makes the
  // next offer, and so on. Returns the man who is free afterwards, or -1. *at becomes the position
  // at which `man` would continue.
  __device__ std::int32_t offer(std::int32_t man, std::int64_t begin, AllPersons persons,
                                std::int64_t* at) {
    std::int32_t now = man;
    int proposer = 0;
    for (unsigned left = takers_; left != 0 && now == man; left &= left - 1) {
      proposer = lowest_lane(left);
      if (lane_of_thread() == proposer) {
        persons.places[man] = static_cast<std::uint16_t>(*at + first_ + proposer + 1 - begin);
        const NarrowWord old = atomicMin(&persons.words[mine_.woman], mine_.offer);
        if (mine_.offer < old) {
          ++placements_;
          now = old == kNoOffer<NarrowWord> ? -1 : View::man_of(old);
        }
      }
      now = __shfl_sync(kFullWarp, now, proposer);
      __syncwarp();  // if the next lane writes places[man], too, its write comes later
    }
    *at += first_ + proposer + 1;
    return now;
  }

  __device__ unsigned long long placements() const { return placements_; }  // of this lane

 private:
  Look<NarrowWord> mine_{};
  unsigned takers_ = 0;  // lanes that found a woman; if kEach > 1, only the lane of the first woman
  unsigned first_ = 0;   // the distance of lane 0's woman from `at`
  unsigned long long placements_ = 0;
};

// One warp per man. Each man moves to the first woman who would take him. No offers are made.
template <class View>
__global__ void skip_gpu(DeviceMarriage<View> all, const std::int32_t* free, unsigned count) {
  const unsigned i = (blockIdx.x * blockDim.x + threadIdx.x) / kWarpSize;
  if (i >= count) return;
  const std::int32_t man = free[i];
  const std::int64_t end = all.view.end(man);
  std::int64_t at = all.next[man];
  Lookout<View> lookout;
  bool found = false;
  while (at < end && !found) {
    found = lookout.template look<kFarWomen>(all.view, man, at, all.suitors);
    at += found ? lookout.first() : kFarWomen * kWarpSize;
  }
  if (lane_of_thread() == 0) all.next[man] = min(at, end);
}

// The next man of the list, or -1; `taken` counts the men that warps have taken. All lanes get the
// same man.
__device__ inline std::int32_t next_man(const std::int32_t* free, unsigned count, unsigned* taken) {
  unsigned i = 0;
  if (lane_of_thread() == 0) i = atomicAdd(taken, 1u);
  i = __shfl_sync(kFullWarp, i, 0);
  return i < count ? free[i] : -1;
}

template <class View>
__device__ void read_persons(const DeviceMarriage<View>& all, int men, int women, AllPersons to) {
  for (int w = threadIdx.x; w < women; w += blockDim.x) to.words[w] = all.suitors[w];
  for (int m = threadIdx.x; m < men; m += blockDim.x) {
    to.places[m] = static_cast<std::uint16_t>(all.next[m] - all.view.begin(m));
  }
}

template <class View>
__device__ void write_persons(const DeviceMarriage<View>& all, int men, int women,
                              AllPersons from) {
  for (int w = threadIdx.x; w < women; w += blockDim.x) all.suitors[w] = from.words[w];
  for (int m = threadIdx.x; m < men; m += blockDim.x) {
    all.next[m] = all.view.begin(m) + from.places[m];
  }
}

// One warp per man. In the first half of a round, all warps look at women. In the second half, the
// warps that found a woman make offers. So words and positions are read in the first half and
// written in the second half, and only a man's own warp writes his position. A warp continues with
// the man who lost his place, or takes the next man of the list. The rounds end when a sum is at
// most `few`; the men who are left go to `later`. Each man who is left adds kWarpSize to this sum.
// But a man who has looked for a long time without success adds only 1, because a whole block would
// be faster for him.
template <class View>
__global__ void __launch_bounds__(kThreadsOfRounds)
    block_rounds_gpu(DeviceMarriage<View> all, const std::int32_t* free, unsigned count,
                     FreeList later, int men, int women, int few) {
  extern __shared__ NarrowWord words_and_places[];
  __shared__ unsigned taken;
  const AllPersons persons{words_and_places,
                           reinterpret_cast<std::uint16_t*>(words_and_places + women)};
  read_persons(all, men, women, persons);
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();

  Lookout<View> lookout;
  std::int32_t man = next_man(free, count, &taken);
  std::int64_t at = man < 0 ? 0 : all.view.begin(man) + persons.places[man];
  int in_vain = 0;  // steps since his last offer
  for (;;) {
    bool found = false;
    if (man >= 0) {
      found = in_vain > 0 ? lookout.template look<kFarWomen>(all.view, man, at, persons.words)
                          : lookout.template look<1>(all.view, man, at, persons.words);
    }
    __syncthreads();
    if (man >= 0) {
      const std::int64_t end = all.view.end(man);
      std::int32_t now = man;
      if (found) {
        now = lookout.offer(man, all.view.begin(man), persons, &at);
        in_vain = 0;
      } else {
        at = min(at + (in_vain > 0 ? kFarWomen : 1) * kWarpSize, end);
        ++in_vain;
      }
      if (now == man && at == end) {
        if (lane_of_thread() == 0) {
          persons.places[man] = static_cast<std::uint16_t>(end - all.view.begin(man));
        }
        now = -1;
      }
      if (now < 0) {
        now = next_man(free, count, &taken);
        in_vain = 0;
      }
      man = now;
    }
    const bool is_patient = in_vain <= kPatience;
    const int left = __syncthreads_count(man >= 0 && (lane_of_thread() == 0 || is_patient));
    if (left <= few) break;
    if (man >= 0 && in_vain == 0) at = all.view.begin(man) + persons.places[man];
  }
  if (man >= 0 && lane_of_thread() == 0) {
    if (in_vain > 0) persons.places[man] = static_cast<std::uint16_t>(at - all.view.begin(man));
    append(later, man);
  }
  __syncthreads();
  write_persons(all, men, women, persons);
  const unsigned long long placements = warp_sum(lookout.placements());
  if (lane_of_thread() == 0 && placements > 0) atomicAdd(all.placements, placements);
}

}  // namespace handshake::marriage
