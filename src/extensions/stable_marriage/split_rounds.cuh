// Rounds of several GPUs on complete lists, until so few men are free that one GPU continues alone.
// Each GPU has its men with their lists, and the words (best offers) of its women. It writes offers
// directly into the memory of the other GPUs.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/stable_marriage/complete_lists.cuh"
#include "extensions/stable_marriage/free_lists.cuh"
#include "extensions/stable_marriage/gpu_kernels.cuh"
#include "gpu/stream.cuh"

namespace handshake::marriage {

// The data that one GPU uses.
template <class Word>
struct SplitMarriage {
  CompleteView<Word> view;
  Word* suitors[kMostGpus];  // of the women of each GPU
  int women_each;
  std::int64_t* next;  // of every man of this GPU: the entry that he looks at next
  std::int32_t first_man;
  unsigned long long* placements;
};

struct FreeOfGpus {
  FreeList of[kMostGpus];
};

__device__ inline void append_far(FreeList list, std::int32_t man) {
  list.men[atomicAdd_system(list.count, 1u)] = man;
}
__device__ inline std::uint32_t atomic_min_far(std::uint32_t* word, std::uint32_t value) {
  return atomicMin_system(word, value);
}
__device__ inline std::uint64_t atomic_min_far(std::uint64_t* word, std::uint64_t value) {
  return atomicMin_system(reinterpret_cast<unsigned long long*>(word), value);
}

// One thread per man of this GPU. The man looks at `width` women at most, as in round_gpu. A man
// who is free afterwards is added to the list of his GPU. `spent` is the length of the list of
// the previous round. It is set to 0, because the next round counts its men in the same variable.
template <class Word>
__global__ void split_round_gpu(SplitMarriage<Word> all, FreeList free, FreeOfGpus later,
                                unsigned* spent, int width) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *spent = 0;
  unsigned long long placements = 0;
  const unsigned count = *free.count;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const std::int32_t man = free.men[i];
    const std::int64_t end = all.view.end(man);
    std::int64_t at = all.next[man - all.first_man];
    const auto list = all.view.list_of(man);
    std::int32_t still_free = man;
    for (int looked = 0; looked < width && at < end && still_free == man; ++looked, ++at) {
      const Look<Word> look = list.look(at);
      const int gpu = look.woman / all.women_each;
      Word* const place = all.suitors[gpu] + (look.woman - gpu * all.women_each);
      if (look.offer >= read_shared_word(place)) continue;
      const Word old = atomic_min_far(place, look.offer);
      if (look.offer >= old) continue;
      still_free = old == kNoOffer<Word> ? -1 : CompleteView<Word>::man_of(old);
      ++placements;
    }
    all.next[man - all.first_man] = at;
    if (still_free < 0 || (still_free == man && at == end)) continue;
    append_far(later.of[still_free / all.view.men_each], still_free);
  }
  placements = warp_sum(placements);
  if (lane_of_thread() == 0 && placements > 0) atomicAdd(all.placements, placements);
}

// Makes all the men of this GPU free, with one thread per man.
template <class Word>
__global__ void begin_split_gpu(SplitMarriage<Word> all, FreeList free, int men) {
  for (int m = blockIdx.x * blockDim.x + threadIdx.x; m < men; m += gridDim.x * blockDim.x) {
    free.men[m] = all.first_man + m;
    all.next[m] = all.view.begin(all.first_man + m);
  }
}

template <class Word>
class SplitRounds {
 public:
  SplitRounds(const CompleteEntries<Word>& entries, Person women, int gpus)
      : entries_(entries), men_(entries.split()), women_(women, gpus), parts_(gpus) {
    for_each_gpu([&](int gpu, Part& part) {
      part.suitors = DeviceArray<Word>(women_.count(gpu));
      part.next = DeviceArray<std::int64_t>(men_.count(gpu));
      part.placements = DeviceArray<unsigned long long>(1);
      for (auto& list : part.free) list = DeviceArray<std::int32_t>(men_.count(gpu));
      part.counts = DeviceArray<unsigned>(kLists);
    });
  }

  void begin() {
    round_ = 0;
    for_each_gpu([&](int gpu, Part& part) {
      const int men = men_.count(gpu);
      CUDA_CHECK(cudaMemset(part.placements.data(), 0, sizeof(unsigned long long)));
      const unsigned counts[kLists] = {static_cast<unsigned>(men), 0, 0};
      CUDA_CHECK(cudaMemcpy(part.counts.data(), counts, sizeof counts, cudaMemcpyHostToDevice));
      part.count = men;
      if (part.suitors.size() > 0) {
        CUDA_CHECK(cudaMemset(part.suitors.data(), 0xff, part.suitors.size() * sizeof(Word)));
      }
      if (men == 0) return;
      begin_split_gpu<<<blocks_for(men), kThreads>>>(of_gpu(gpu), list_of(gpu, 0), men);
      CUDA_CHECK(cudaGetLastError());
    });
    wait();
  }

  // Runs one round. Returns how many men are free afterwards.
  unsigned round(int width) {
    for_each_gpu([&](int gpu, Part& part) {
      FreeOfGpus later{};
      for (std::size_t other = 0; other < parts_.size(); ++other) {
        later.of[other] = list_of(static_cast<int>(other), round_ + 1);
      }
      split_round_gpu<<<blocks_for(part.count), kThreads>>>(
          of_gpu(gpu), list_of(gpu, round_), later, list_of(gpu, round_ + 2).count, width);
      CUDA_CHECK(cudaGetLastError());
    });
    wait();
    ++round_;
    unsigned free = 0;
    for_each_gpu([&](int gpu, Part& part) {
      CUDA_CHECK(cudaMemcpy(&part.count, list_of(gpu, round_).count, sizeof part.count,
                            cudaMemcpyDeviceToHost));
      free += part.count;
    });
    return free;
  }

  // Copies everything to GPU 0, which continues alone.
  void hand_over(Word* suitors, std::int64_t* next, unsigned long long* placements,
                 FreeLists* free) {
    unsigned count = 0;
    unsigned long long sum = 0;
    for_each_gpu([&](int gpu, Part& part) {
      copy<Word>(suitors + women_.first(gpu), part.suitors.data(), part.suitors.size());
      copy<std::int64_t>(next + men_.first(gpu), part.next.data(), part.next.size());
      copy<std::int32_t>(free->now().men + count, list_of(gpu, round_).men, part.count);
      count += part.count;
      unsigned long long of_part = 0;
      copy<unsigned long long>(&of_part, part.placements.data(), 1);
      sum += of_part;
    });
    free->set_count(count);
    copy<unsigned long long>(placements, &sum, 1);
    wait();
  }

 private:
  static constexpr int kThreads = 256;
  static constexpr unsigned kMostBlocks = 2048;
  static constexpr int kLists = 3;  // list lengths: of this, the next and the previous round

  struct Part {
    DeviceArray<Word> suitors;
    DeviceArray<std::int64_t> next;
    DeviceArray<std::int32_t> free[2];
    DeviceArray<unsigned> counts;
    DeviceArray<unsigned long long> placements;
    unsigned count = 0;  // of free men
  };

  template <class T>
  static void copy(T* to, const T* from, std::size_t size) {
    if (size > 0) CUDA_CHECK(cudaMemcpy(to, from, size * sizeof(T), cudaMemcpyDefault));
  }

  static unsigned blocks_for(unsigned men) {
    return std::clamp((men + kThreads - 1) / kThreads, 1u, kMostBlocks);
  }

  FreeList list_of(int gpu, int round) {
    return {parts_[gpu].free[round % 2].data(), parts_[gpu].counts.data() + round % kLists};
  }

  SplitMarriage<Word> of_gpu(int gpu) {
    SplitMarriage<Word> all{entries_.view(gpu), {},
                            women_.each(),      parts_[gpu].next.data(),
                            men_.first(gpu),    parts_[gpu].placements.data()};
    for (std::size_t i = 0; i < parts_.size(); ++i) all.suitors[i] = parts_[i].suitors.data();
    return all;
  }

  template <class Work>
  void for_each_gpu(const Work& work) {
    for (std::size_t gpu = 0; gpu < parts_.size(); ++gpu) {
      CUDA_CHECK(cudaSetDevice(static_cast<int>(gpu)));
      work(static_cast<int>(gpu), parts_[gpu]);
    }
    CUDA_CHECK(cudaSetDevice(0));
  }
  void wait() {
    for_each_gpu([](int, Part&) { CUDA_CHECK(cudaDeviceSynchronize()); });
  }

  const CompleteEntries<Word>& entries_;
  Split men_, women_;
  std::vector<Part> parts_;
  int round_ = 0;
};

}  // namespace handshake::marriage
