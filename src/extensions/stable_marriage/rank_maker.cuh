// Makes the ranks of complete lists from the lists of both sides. Each GPU turns the lists of its
// women into ranks, and sends each man's ranks to the GPU that has his list. There, the ranks are
// written next to the women of the list. These are three passes; each of them reads and writes
// memory in order.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/common/copies.cuh"
#include "extensions/stable_marriage/complete_lists.cuh"
#include "extensions/stable_marriage/lazy_lists.cuh"

namespace handshake::marriage {

// Rows of 16-bit numbers begin at multiples of 16 bytes, so that a thread can load eight numbers at
// once.
struct alignas(16) Eight {
  std::uint16_t of[8];
};
struct alignas(16) FourWords {
  NarrowWord of[4];
};

// Lists of the persons first .. first + count - 1. Each list has the length `row`.
struct Rows {
  std::uint16_t* numbers;
  int first;
  int count;
  std::int64_t row;

  __device__ bool has(int person) const { return person >= first && person < first + count; }
  __device__ std::uint16_t* of(int person) const { return numbers + (person - first) * row; }
};

// Makes the lists of both sides from the entries, with one block per man. This is not timed.
static __global__ void lists_of_entries_gpu(const NarrowWord* entries, int women, Rows of_men,
                                            Rows of_women) {
  const int man = static_cast<int>(blockIdx.x);
  const NarrowWord* const list = entries + std::int64_t{man} * women;
  for (int i = threadIdx.x; i < women; i += blockDim.x) {
    const std::int32_t woman = Packed<NarrowWord>::person(list[i]);
    const std::int32_t rank = Packed<NarrowWord>::rank(list[i]);
    if (of_men.has(man)) of_men.of(man)[i] = static_cast<std::uint16_t>(woman);
    if (of_women.has(woman)) of_women.of(woman)[rank] = static_cast<std::uint16_t>(man);
  }
}

// Each block handles one woman after another: in shared memory, it turns her list into the ranks of
// the men. Each row has 8 * eights numbers.
static __global__ void ranks_of_lists_gpu(const Eight* __restrict__ men_of_women, int men,
                                          int women, int eights, Eight* __restrict__ ranks) {
  extern __shared__ Eight numbers_of_row[];
  auto* const rank = reinterpret_cast<std::uint16_t*>(numbers_of_row);
  for (int w = blockIdx.x; w < women; w += gridDim.x) {
    const std::int64_t row = std::int64_t{w} * eights;
#pragma unroll 4
    for (int i = threadIdx.x; i < eights; i += blockDim.x) {
      const Eight these = men_of_women[row + i];
      for (int k = 0; k < 8; ++k) {
        if (8 * i + k < men) rank[these.of[k]] = static_cast<std::uint16_t>(8 * i + k);
      }
    }
    __syncthreads();
#pragma unroll 4
    for (int i = threadIdx.x; i < eights; i += blockDim.x) ranks[row + i] = numbers_of_row[i];
    __syncthreads();
  }
}

// Where the ranks of man m go: row m % men_each of GPU m / men_each.
struct RanksOfMen {
  std::uint16_t* ranks[kMostGpus];
  int men_each;
  std::int64_t row;

  __device__ std::uint16_t* of(int man) const {
    const int gpu = man / men_each;
    return ranks[gpu] + (man - gpu * men_each) * row;
  }
};

// Turns rows of women into rows of men: a block transposes one tile after another in shared memory,
// with two numbers per thread. In each man's row, this GPU writes the part from its first woman to
// `end` (exclusive), and other GPUs write the other parts. The unused ends of the men's rows become
// 0.
constexpr int kTile = 64;
static __global__ void turn_gpu(Rows of_women, int end, int men, RanksOfMen of_men) {
  __shared__ std::uint16_t tile[kTile][kTile + 1];
  const int across = (men + kTile - 1) / kTile;
  const int tiles = (of_women.count + kTile - 1) / kTile * across;
  const int two = 2 * (threadIdx.x % 32);
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int woman = t / across * kTile, man = t % across * kTile;
    for (int i = threadIdx.x / 32; i < kTile; i += blockDim.x / 32) {
      std::uint32_t both = 0;
      if (woman + i < of_women.count && man + two < of_women.row) {
        both = *reinterpret_cast<const std::uint32_t*>(of_women.of(of_women.first + woman + i) +
                                                       man + two);
      }
      tile[i][two] = static_cast<std::uint16_t>(both);
      tile[i][two + 1] = static_cast<std::uint16_t>(both >> 16);
    }
    __syncthreads();
    for (int i = threadIdx.x / 32; i < kTile && man + i < men; i += blockDim.x / 32) {
      const int at = of_women.first + woman + two;
      if (at >= end) continue;
      *reinterpret_cast<std::uint32_t*>(of_men.of(man + i) + at) =
          tile[two][i] | std::uint32_t{tile[two + 1][i]} << 16;
    }
    __syncthreads();
  }
}

// Each block handles one man after another: it loads his ranks into shared memory, and writes them
// next to the women of his list.
static __global__ void entries_gpu(const Eight* women_of_men, const Eight* ranks, int men,
                                   int eights, FourWords* entries) {
  extern __shared__ Eight numbers_of_row[];
  const auto* const rank = reinterpret_cast<const std::uint16_t*>(numbers_of_row);
  for (int m = blockIdx.x; m < men; m += gridDim.x) {
    const std::int64_t row = std::int64_t{m} * eights;
    for (int i = threadIdx.x; i < eights; i += blockDim.x) numbers_of_row[i] = ranks[row + i];
    __syncthreads();
    for (int i = threadIdx.x; i < eights; i += blockDim.x) {
      const Eight these = women_of_men[row + i];
      FourWords halves[2];
      for (int k = 0; k < 8; ++k) {
        halves[k / 4].of[k % 4] = Packed<NarrowWord>::word(rank[these.of[k]], these.of[k]);
      }
      entries[2 * (row + i)] = halves[0];
      entries[2 * (row + i) + 1] = halves[1];
    }
    __syncthreads();
  }
}

class RankMaker {
 public:
  // The entries are used to make the lists of both sides; this is not timed.
  RankMaker(Person men, Person women, const Buffer<NarrowWord>& entries, int gpus)
      : men_(men),
        eights_of_men_((women + 7) / 8),
        eights_of_women_((men + 7) / 8),
        women_(women, gpus),
        made_(men, women, 8 * std::int64_t{eights_of_men_}, gpus),
        parts_(gpus) {
    of_men_ = {{}, made_.split().each(), 8 * std::int64_t{eights_of_men_}};
    for (int gpu = 0; gpu < gpus; ++gpu) {
      CUDA_CHECK(cudaSetDevice(gpu));
      take_memory(gpu);
      if (entries.size() > 0) take_lists(gpu, women, entries);
    }
    CUDA_CHECK(cudaSetDevice(0));
  }

  const CompleteEntries<NarrowWord>& entries() const { return made_; }

  // With one GPU, complete() makes the entries later. begin() makes `near` last, so that `near` is
  // still in the cache when it is first read.
  void begin() {
    make_ranks();
    if (parts_.size() > 1) {
      make_entries();
      made_.make_near();
    } else if (men_ > 0) {
      near_of_ranks_gpu<<<men_, kNearPlaces>>>(early_view(), made_.near());
      CUDA_CHECK(cudaGetLastError());
    }
  }
  void complete() {
    if (parts_.size() == 1) make_entries();
  }

  // A view of the lists while some of their entries are not made yet; only for one GPU.
  LazyView early_view() const {
    return {made_.view(0).near,
            reinterpret_cast<const std::uint16_t*>(parts_[0].women_of_men.data()),
            reinterpret_cast<const std::uint16_t*>(parts_[0].ranks.data()),
            8 * std::int64_t{eights_of_men_},
            8 * std::int64_t{eights_of_women_},
            made_.view(0).women};
  }

 private:
  struct Part {
    DeviceArray<Eight> women_of_men, men_of_women;  // the lists of both sides
    DeviceArray<Eight> ranks;                       // one row per woman
    DeviceArray<Eight> ranks_of_men;                // one row per man
  };

  void make_ranks() {
    on_each([&](int gpu, Part& part) {
      const int women = women_.count(gpu);
      if (women == 0) return;
      ranks_of_lists_gpu<<<std::min(women, kMostBlocks), kThreads, bytes(eights_of_women_)>>>(
          part.men_of_women.data(), men_, women, eights_of_women_, part.ranks.data());
      CUDA_CHECK(cudaGetLastError());
    });
  }
  void make_entries() {
    on_each([&](int gpu, Part& part) {
      const int women = women_.count(gpu);
      if (women == 0) return;
      const int tiles = (women + kTile - 1) / kTile * ((men_ + kTile - 1) / kTile);
      turn_gpu<<<std::min(tiles, kMostBlocks), kThreads>>>(
          rows_of_women(gpu, part.ranks), (women_.first(gpu) + women + 7) / 8 * 8, men_, of_men_);
      CUDA_CHECK(cudaGetLastError());
    });
    on_each([&](int gpu, Part& part) {
      const int men = made_.split().count(gpu);
      if (men == 0) return;
      entries_gpu<<<std::min(men, kMostBlocks), kThreads, bytes(eights_of_men_)>>>(
          part.women_of_men.data(), part.ranks_of_men.data(), men, eights_of_men_,
          reinterpret_cast<FourWords*>(made_.of_gpu(gpu)));
      CUDA_CHECK(cudaGetLastError());
    });
  }

  static constexpr int kThreads = 512;
  static constexpr int kMostBlocks = 1024;
  static int bytes(int eights) { return eights * static_cast<int>(sizeof(Eight)); }

  Rows rows_of_women(int gpu, DeviceArray<Eight>& numbers) const {
    return {reinterpret_cast<std::uint16_t*>(numbers.data()), women_.first(gpu), women_.count(gpu),
            8 * std::int64_t{eights_of_women_}};
  }

  void take_memory(int gpu) {
    Part& part = parts_[gpu];
    const std::size_t of_men = std::size_t(made_.split().count(gpu)) * eights_of_men_;
    const std::size_t of_women = std::size_t(women_.count(gpu)) * eights_of_women_;
    part.women_of_men = DeviceArray<Eight>(of_men);
    part.men_of_women = DeviceArray<Eight>(of_women);
    part.ranks = DeviceArray<Eight>(of_women);
    part.ranks_of_men = DeviceArray<Eight>(of_men);
    of_men_.ranks[gpu] = reinterpret_cast<std::uint16_t*>(part.ranks_of_men.data());
    // Kernels also read the unused ends of rows, so these are initialized.
    for (DeviceArray<Eight>* given : {&part.women_of_men, &part.men_of_women}) {
      if (given->size() == 0) continue;
      CUDA_CHECK(cudaMemset(given->data(), 0, given->size() * sizeof(Eight)));
    }
    CUDA_CHECK(cudaFuncSetAttribute(ranks_of_lists_gpu, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes(eights_of_women_)));
    CUDA_CHECK(cudaFuncSetAttribute(entries_gpu, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    bytes(eights_of_men_)));
  }

  void take_lists(int gpu, Person women, const Buffer<NarrowWord>& entries) {
    Part& part = parts_[gpu];
    const DeviceArray<NarrowWord> copy = on_device<NarrowWord>(entries);
    const Rows of_men{reinterpret_cast<std::uint16_t*>(part.women_of_men.data()),
                      made_.split().first(gpu), made_.split().count(gpu), of_men_.row};
    lists_of_entries_gpu<<<men_, kThreads>>>(copy.data(), women, of_men,
                                             rows_of_women(gpu, part.men_of_women));
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
  }

  // Lets all GPUs work at once, and returns when all have finished. Simulated GPUs work one after
  // another, from the last to the first. So tests notice if a GPU overwrites what a GPU with a
  // larger index has already written.
  template <class Work>
  void on_each(const Work& work) {
    for (int gpu = static_cast<int>(parts_.size()) - 1; gpu >= 0; --gpu) {
      CUDA_CHECK(cudaSetDevice(gpu));
      work(gpu, parts_[gpu]);
    }
    for (int gpu = static_cast<int>(parts_.size()) - 1; gpu >= 0; --gpu) {
      CUDA_CHECK(cudaSetDevice(gpu));
      CUDA_CHECK(cudaDeviceSynchronize());
    }
  }

  Person men_;
  int eights_of_men_, eights_of_women_;  // lengths of their rows, divided by 8
  Split women_;
  CompleteEntries<NarrowWord> made_;
  std::vector<Part> parts_;
  RanksOfMen of_men_{};
};

}  // namespace handshake::marriage
