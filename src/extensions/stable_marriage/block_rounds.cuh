// Rounds of one block, which has the words and places of all persons in its shared memory: for few men,
// or for many who all want the same women.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "extensions/stable_marriage/gpu_kernels.cuh"

namespace handshake {

constexpr int kThreadsOfRounds = 1024;
constexpr int kFarWomen = 8;  // of a thread, once nobody of the first 32 would take the man
constexpr int kPatience = 2;  // steps in vain until a man is left to a whole block
constexpr int kAlone = 2;     // if no more men are free

// What a lane sees of its man's list: of its kEach women, 32 apart, the first who would take him. Returns
// how far she is from `at`.
template <int kEach, class View>
__device__ unsigned look_of_lane(const View& view, std::int32_t man, std::int64_t at,
                                 std::int64_t end, const NarrowWord* words,
                                 Look<NarrowWord>* mine) {
  Look<NarrowWord> looks[kEach];
#pragma unroll
  for (int i = 0; i < kEach; ++i) {
    const std::int64_t there = at + i * kWarpSize + lane_of_thread();
    looks[i] = there < end ? view.look(there, man) : Look<NarrowWord>{0, kNoOffer<NarrowWord>};
  }
  unsigned first = kNobodyFound;
#pragma unroll
  for (int i = kEach - 1; i >= 0; --i) {
    if (looks[i].offer < words[looks[i].woman]) {
      first = i * kWarpSize + lane_of_thread();
      *mine = looks[i];
    }
  }
  return first;
}

// One warp a man. In the first half of a round all look, in the second those make offers who found
// somebody: so that words and places are read in one half and written in the other, places by the warp
// that has the man. A warp goes on with the man who lost his place to its man, or takes the next one of
// the list; `taken` counts them. When at most kAlone men are left, and all in vain, they go to `later`.
template <class View>
__global__ void __launch_bounds__(kThreadsOfRounds)
    block_rounds_gpu(DeviceMarriage<View> all, FreeList free, FreeList later, int men, int women) {
  extern __shared__ NarrowWord words[];
  auto* const places = reinterpret_cast<std::uint16_t*>(words + women);
  __shared__ unsigned taken;
  for (int w = threadIdx.x; w < women; w += blockDim.x) words[w] = all.suitors[w];
  for (int m = threadIdx.x; m < men; m += blockDim.x) {
    places[m] = static_cast<std::uint16_t>(all.next[m] - all.view.begin(m));
  }
  if (threadIdx.x == 0) taken = blockDim.x / kWarpSize;
  __syncthreads();

  const unsigned count = *free.count;
  const unsigned warp = threadIdx.x / kWarpSize;
  std::int32_t man = warp < count ? free.men[warp] : -1;
  std::int64_t at = man < 0 ? 0 : all.view.begin(man) + places[man];
  int in_vain = 0;  // steps since his last offer
  unsigned long long placements = 0;
  for (;;) {
    Look<NarrowWord> mine{};
    unsigned first = kNobodyFound;
    if (man >= 0) {
      const std::int64_t end = all.view.end(man);
      first = in_vain > 0 ? look_of_lane<kFarWomen>(all.view, man, at, end, words, &mine)
                          : look_of_lane<1>(all.view, man, at, end, words, &mine);
      first = ~warp_max(~first);
    }
    __syncthreads();
    if (man >= 0) {
      const std::int64_t begin = all.view.begin(man), end = all.view.end(man);
      std::int32_t now = man;
      if (first != kNobodyFound) {
        const int proposer = static_cast<int>(first % kWarpSize);
        in_vain = 0;
        if (lane_of_thread() == proposer) {
          places[man] = static_cast<std::uint16_t>(at + first + 1 - begin);
          const NarrowWord old = atomicMin(&words[mine.woman], mine.offer);
          if (mine.offer < old) {
            ++placements;
            now = old == kNoOffer<NarrowWord> ? -1 : View::man_of(old);
          }
        }
        now = __shfl_sync(kFullWarp, now, proposer);
      } else {
        at += (in_vain > 0 ? kFarWomen : 1) * kWarpSize;
        ++in_vain;
        if (at >= end) {
          if (lane_of_thread() == 0) places[man] = static_cast<std::uint16_t>(end - begin);
          now = -1;
        }
      }
      if (now < 0) {
        unsigned next = 0;
        if (lane_of_thread() == 0) next = atomicAdd(&taken, 1u);
        next = __shfl_sync(kFullWarp, next, 0);
        now = next < count ? free.men[next] : -1;
        in_vain = 0;
      }
      man = now;
    }
    // One for every man who is left, and 31 more for those who are not yet in vain.
    const bool is_patient = in_vain <= kPatience;
    const int left = __syncthreads_count(man >= 0 && (lane_of_thread() == 0 || is_patient));
    if (left <= kAlone) break;
    if (man >= 0 && in_vain == 0) at = all.view.begin(man) + places[man];
  }
  if (man >= 0 && lane_of_thread() == 0) {
    places[man] = static_cast<std::uint16_t>(at - all.view.begin(man));
    append(later, man);
  }
  __syncthreads();
  for (int w = threadIdx.x; w < women; w += blockDim.x) all.suitors[w] = words[w];
  for (int m = threadIdx.x; m < men; m += blockDim.x) {
    all.next[m] = all.view.begin(m) + places[m];
  }
  placements = warp_sum(placements);
  if (lane_of_thread() == 0 && placements > 0) atomicAdd(all.placements, placements);
}

}  // namespace handshake
