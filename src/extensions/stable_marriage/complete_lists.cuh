// Complete lists on one GPU, or on several GPUs. Each GPU has the lists of some of the men.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/stable_marriage/problem.hpp"
#include "extensions/stable_marriage/views.hpp"
#include "gpu/device_array.cuh"

namespace handshake::marriage {

// Persons are divided into ranges, one per GPU. The lengths of the ranges are multiples of eight,
// except that the last ranges may be shorter or empty.
class Split {
 public:
  Split(Person persons, int gpus)
      : persons_(persons), each_(std::max(8, ((persons + gpus - 1) / gpus + 7) / 8 * 8)) {}
  Person each() const { return each_; }
  Person first(int gpu) const {
    return static_cast<Person>(std::min<std::int64_t>(persons_, std::int64_t{gpu} * each_));
  }
  Person count(int gpu) const { return first(gpu + 1) - first(gpu); }

 private:
  Person persons_;
  Person each_;
};

// Most men get one of the first women in their lists. So the first entries of all men are stored a
// second time, next to each other. There, they take few pages of the memory of the GPU, and stay in
// its cache.
constexpr int kNearPlaces = 64;

// The list of one man. The choice between the two arrays that can hold an entry (`near` and `row`)
// needs no branch, so a thread can load many entries at once.
template <class Word>
struct CompleteList {
  const Word* near;
  const Word* row;
  std::int64_t begin;
  std::int32_t man;

  __device__ Look<Word> look(std::int64_t at) const {
    const std::int64_t place = at - begin;
    const Word* const from = place < kNearPlaces ? near : row;
    const Word entry = from[place];
    return {Packed<Word>::person(entry), Packed<Word>::offer(entry, man)};
  }
};

// The positions of man m begin at m * women, as in Lists. His entries are on GPU m / men_each, in a
// row of `row` words. His first entries are also in `near`, which begins with the entries of man
// first_near.
template <class WordOfEntry>
struct CompleteView {
  using Word = WordOfEntry;
  const Word* near;
  const Word* entries[kMostGpus];
  std::int32_t first_near;
  std::int32_t women;
  std::int32_t men_each;
  std::int64_t row;
  bool is_split;

  HANDSHAKE_HOST_DEVICE std::int64_t begin(std::int32_t man) const {
    return std::int64_t{man} * women;
  }
  HANDSHAKE_HOST_DEVICE std::int64_t end(std::int32_t man) const { return begin(man) + women; }
  __device__ CompleteList<Word> list_of(std::int32_t man) const {
    return {near + std::int64_t{man - first_near} * kNearPlaces, row_of(man), begin(man), man};
  }
  // A loop over all GPUs selects the row. With an index that is not known at compile time, the
  // array `entries` would not stay in registers.
  __device__ const Word* row_of(std::int32_t man) const {
    if (!is_split) return entries[0] + man * row;
    const int gpu = man / men_each;
    const Word* of_gpu = entries[0];
#pragma unroll
    for (int i = 1; i < kMostGpus; ++i) of_gpu = gpu == i ? entries[i] : of_gpu;
    return of_gpu + (man - gpu * men_each) * row;
  }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return Packed<Word>::person(offer);
  }
};

// Copies the first entries of each man to `near`, with one block per man and one thread per entry.
// Elements after the end of a short list are never used, but they are copied, so they become 0.
template <class Word>
__global__ void near_of_entries_gpu(const Word* entries, int women, std::int64_t row, Word* near) {
  const int i = static_cast<int>(threadIdx.x);
  near[std::int64_t{blockIdx.x} * kNearPlaces + i] = i < women ? entries[blockIdx.x * row + i] : 0;
}

// Every GPU has the entries and `near` of its own men; the first GPU has `near` of all men.
template <class Word>
class CompleteEntries {
 public:
  CompleteEntries(Person men, Person women, std::int64_t row, int gpus)
      : split_(men, gpus), women_(women), row_(row) {
    for (int gpu = 0; gpu < gpus; ++gpu) {
      CUDA_CHECK(cudaSetDevice(gpu));
      entries_.emplace_back(split_.count(gpu) * row);
      near_.emplace_back(std::size_t(gpu == 0 ? men : split_.count(gpu)) * kNearPlaces);
    }
    CUDA_CHECK(cudaSetDevice(0));
  }

  // Copies Lists::entries to the GPUs. Rows must not have unused elements at their ends.
  void copy(const Word* entries) {
    for (DeviceArray<Word>& part : entries_) {
      if (part.size() == 0) continue;
      CUDA_CHECK(
          cudaMemcpy(part.data(), entries, part.size() * sizeof(Word), cudaMemcpyHostToDevice));
      entries += part.size();
    }
  }

  // Makes `near`. This is done last, so that `near` is in the cache.
  void make_near() {
    for (std::size_t gpu = 0; gpu < entries_.size(); ++gpu) {
      const Person men = split_.count(static_cast<int>(gpu));
      if (men == 0 || women_ == 0) continue;
      CUDA_CHECK(cudaSetDevice(static_cast<int>(gpu)));
      near_of_entries_gpu<<<men, kNearPlaces>>>(entries_[gpu].data(), women_, row_,
                                                near_[gpu].data());
      CUDA_CHECK(cudaGetLastError());
    }
    gather_near();
  }

  // Copies `near` of the other GPUs to the first GPU, which becomes the current device.
  void gather_near() {
    for (std::size_t gpu = 1; gpu < entries_.size(); ++gpu) {
      if (near_[gpu].size() == 0) continue;
      CUDA_CHECK(cudaSetDevice(static_cast<int>(gpu)));
      Word* const to =
          near_[0].data() + std::int64_t{split_.first(static_cast<int>(gpu))} * kNearPlaces;
      CUDA_CHECK(
          cudaMemcpy(to, near_[gpu].data(), near_[gpu].size() * sizeof(Word), cudaMemcpyDefault));
      CUDA_CHECK(cudaDeviceSynchronize());
    }
    CUDA_CHECK(cudaSetDevice(0));
  }

  const Split& split() const { return split_; }
  Word* of_gpu(int gpu) { return entries_[gpu].data(); }
  Word* near() { return near_[0].data(); }
  CompleteView<Word> view(int gpu) const {
    CompleteView<Word> view{near_[gpu].data(), {},   split_.first(gpu),  women_,
                            split_.each(),     row_, entries_.size() > 1};
    for (std::size_t i = 0; i < entries_.size(); ++i) view.entries[i] = entries_[i].data();
    return view;
  }

 private:
  Split split_;
  Person women_;
  std::int64_t row_;
  std::vector<DeviceArray<Word>> entries_;
  std::vector<DeviceArray<Word>> near_;
};

// Whether every man ranks every woman, and every person has one place.
template <class Word>
bool is_complete(const Problem& problem, const Lists<Word>& lists) {
  return problem.one_each() && static_cast<std::int64_t>(lists.entries.size()) ==
                                   std::int64_t{problem.men} * problem.women;
}

}  // namespace handshake::marriage
