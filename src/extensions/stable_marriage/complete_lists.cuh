// Complete lists on one GPU, or on several that split the men.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "extensions/common/connect_gpus.cuh"
#include "extensions/stable_marriage/problem.hpp"
#include "extensions/stable_marriage/views.hpp"
#include "gpu/device_array.cuh"

namespace handshake {

// Persons are split into ranges of multiples of eight, one a GPU; the last ones may be empty.
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

// Man m has the positions m * women .. as in Lists. His entries are on GPU m / men_each, in a row of
// `row` words.
template <class WordOfEntry>
struct CompleteView {
  using Word = WordOfEntry;
  const Word* entries[kMostGpus];
  std::int32_t women;
  std::int32_t men_each;
  std::int64_t row;
  bool is_split;

  HANDSHAKE_HOST_DEVICE std::int64_t begin(std::int32_t man) const {
    return std::int64_t{man} * women;
  }
  HANDSHAKE_HOST_DEVICE std::int64_t end(std::int32_t man) const { return begin(man) + women; }
  __device__ Look<Word> look(std::int64_t at, std::int32_t man) const {
    const int gpu = is_split ? man / men_each : 0;
    const Word entry = entries[gpu][(man - gpu * men_each) * row + (at - begin(man))];
    return {Packed<Word>::person(entry), Packed<Word>::offer(entry, man)};
  }
  HANDSHAKE_HOST_DEVICE static std::int32_t man_of(Word offer) {
    return Packed<Word>::person(offer);
  }
};

// Every GPU has the entries of its men.
template <class Word>
class CompleteEntries {
 public:
  CompleteEntries(Person men, Person women, std::int64_t row, int gpus)
      : split_(men, gpus), women_(women), row_(row) {
    for (int gpu = 0; gpu < gpus; ++gpu) {
      CUDA_CHECK(cudaSetDevice(gpu));
      entries_.emplace_back(split_.count(gpu) * row);
    }
    CUDA_CHECK(cudaSetDevice(0));
  }

  // As they are in Lists; rows must have no ends.
  void copy(const Word* entries) {
    for (DeviceArray<Word>& part : entries_) {
      if (part.size() == 0) continue;
      CUDA_CHECK(
          cudaMemcpy(part.data(), entries, part.size() * sizeof(Word), cudaMemcpyHostToDevice));
      entries += part.size();
    }
  }

  const Split& split() const { return split_; }
  Word* of_gpu(int gpu) { return entries_[gpu].data(); }
  CompleteView<Word> view() const {
    CompleteView<Word> view{{}, women_, split_.each(), row_, entries_.size() > 1};
    for (std::size_t gpu = 0; gpu < entries_.size(); ++gpu)
      view.entries[gpu] = entries_[gpu].data();
    return view;
  }

 private:
  Split split_;
  Person women_;
  std::int64_t row_;
  std::vector<DeviceArray<Word>> entries_;
};

// Whether every man ranks every woman.
template <class Word>
bool is_complete(const Problem& problem, const Lists<Word>& lists) {
  return problem.one_each() && static_cast<std::int64_t>(lists.entries.size()) ==
                                   std::int64_t{problem.men} * problem.women;
}

}  // namespace handshake
