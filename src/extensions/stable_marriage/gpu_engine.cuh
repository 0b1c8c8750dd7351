// Chooses the next kernel. While many men are free, there are rounds with one thread per man. Then,
// if the data of all persons fit into the shared memory of one block, this block makes rounds.
// Otherwise, there is one warp per man, and later one block per man. In a chain, each man displaces
// the next man. Then only one thing can be done in parallel: looking at many women.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

#include "extensions/common/copies.cuh"
#include "extensions/stable_marriage/answer.hpp"
#include "extensions/stable_marriage/block_rounds.cuh"
#include "extensions/stable_marriage/free_lists.cuh"
#include "extensions/stable_marriage/gpu_kernels.cuh"
#include "extensions/stable_marriage/order_of_men.hpp"
#include "extensions/stable_marriage/split_rounds.cuh"
#include "extensions/stable_marriage/two_chains.cuh"

namespace handshake::marriage {

constexpr int kWomenOfRound = 8;      // women per man and round; more would save few rounds
constexpr unsigned kFewFree = 50000;  // with fewer men, there is one warp per man
constexpr unsigned kFewForBlock = 1000;
constexpr int kRoundsInFlight = 8;  // rounds before the host asks how many men are free
constexpr int kBlock = 1024;
constexpr long long kStepsOfWarp = 256;
constexpr long long kStepsOfBlock = 512;
// The number of men in a group. Before one warp leaves a man to a whole block (block_rounds.cuh),
// it has looked at about this many women without success.
constexpr unsigned kMenOfGroup = 512;
constexpr unsigned kMenInOrder = 128;  // men at once, each with kThreadsInOrder threads
constexpr int kThreadsInOrder = 64;
constexpr long long kStepsToTheEnd = 1ll << 40;
constexpr std::size_t kReserve = 1024;  // bytes of shared memory that the persons' data may not use

// EarlyView shows the same lists as View, even while some of their entries are not made yet.
template <class View, class EarlyView = View>
class GpuEngine {
 public:
  using Word = typename View::Word;

  GpuEngine(const Problem& problem, const View& device_view, const EarlyView& early_view)
      : problem_(problem),
        free_(problem.men),
        suitors_(problem.women_places.first(problem.women)),
        next_(problem.men),
        women_places_(on_device<std::int64_t>(problem.women_places.starts())),
        owed_(problem.one_each() ? 0 : problem.men),
        placements_(1),
        taken_(1),
        all_(as_seen_by(device_view)),
        early_(as_seen_by(early_view)) {
    CUDA_CHECK(cudaGetDeviceProperties(&device_, 0));
  }

  // `host_view` shows the lists in host memory, where the answer is made. lists->begin() makes
  // the entries of the early view, and lists->complete() makes the other entries when they are
  // needed; both calls are timed. `split` makes the first rounds on several GPUs, or is null.
  template <class HostView, class DeviceLists>
  Marriage run(const HostView& host_view, DeviceLists* lists, SplitRounds<Word>* split,
               Measures* measures) {
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto start = std::chrono::steady_clock::now();
    lists->begin();
    if (!problem_.one_each()) {
      begin();
      order_men();
      while (const unsigned free = free_.count()) rounds_of_many(free, measures);
    } else {
      solve_one_each(lists, split, measures);
    }
    CUDA_CHECK(cudaDeviceSynchronize());  // the last kernel is timed, too
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    measures->milliseconds = time.count();
    measures->placements = static_cast<std::int64_t>(on_host(placements_)[0]);
    const Buffer<Word> suitors = on_host(suitors_);
    const Buffer<std::int64_t> next = on_host(next_);
    Marriage marriage = answer(problem_, host_view, suitors.data(), next.data(), 0);
    count(problem_, host_view, next.data(), marriage, measures);
    return marriage;
  }

 private:
  static constexpr int kThreads = 256;

  template <class AnyView>
  DeviceMarriage<AnyView> as_seen_by(const AnyView& view) {
    return {view,         suitors_.data(),   next_.data(), women_places_.data(),
            owed_.data(), placements_.data()};
  }

  void begin() {
    if (suitors_.size() > 0) {
      CUDA_CHECK(cudaMemset(suitors_.data(), 0xff, suitors_.size() * sizeof(Word)));
    }
    CUDA_CHECK(cudaMemset(placements_.data(), 0, sizeof(unsigned long long)));
    if (owed_.size() > 0) {
      Buffer<int> owed(owed_.size());
      for (Person m = 0; m < problem_.men; ++m) {
        owed[m] = static_cast<int>(problem_.men_places.count(m));
      }
      CUDA_CHECK(
          cudaMemcpy(owed_.data(), owed.data(), owed.size() * sizeof(int), cudaMemcpyHostToDevice));
    }
    free_.set_count(problem_.men);
    if (problem_.men == 0) return;
    begin_gpu<<<blocks_for(problem_.men), kThreads>>>(all_, free_.now(), problem_.men);
    CUDA_CHECK(cudaGetLastError());
  }

  // Sorts the men by the rank of each man in the list of his first choice. So if all men want
  // the same women, the men who begin first keep these women.
  void order_men() {
    if (!has_long_lists(problem_)) return;
    ranks_at_first_choice_gpu<<<blocks_for(problem_.men), kThreads>>>(early_, free_.later().men,
                                                                      problem_.men);
    CUDA_CHECK(cudaGetLastError());
    std::vector<Person> ranks(problem_.men);
    const std::size_t bytes = ranks.size() * sizeof(Person);
    CUDA_CHECK(cudaMemcpy(ranks.data(), free_.later().men, bytes, cudaMemcpyDeviceToHost));
    const std::vector<Person> order = order_by_rank(ranks);
    CUDA_CHECK(cudaMemcpy(free_.now().men, order.data(), bytes, cudaMemcpyHostToDevice));
  }

  template <class DeviceLists>
  void solve_one_each(DeviceLists* lists, SplitRounds<Word>* split, Measures* measures) {
    const bool in_a_block = fits(bytes_of_persons());
    const bool are_few =
        split ? split_rounds(split, measures) : in_a_block && first_rounds(measures);
    if (!are_few) {
      begin();
      order_men();
    }
    if (are_few && in_a_block) finish_early();
    if (free_.count() == 0) return;
    lists->complete();
    if (in_a_block) {
      if (!are_few) groups_in_order();
      finish_in_a_block();
    } else {
      if (!are_few && split) go_in_order();
      finish_in_blocks(measures);
    }
  }

  // The next two functions make rounds, and return whether few men are free now. If many men are
  // still free, most men want the same few women, and more rounds would gain nothing.
  bool first_rounds(Measures* measures) {
    begin();
    return rounds_until_few([&](int count, int width) {
      rounds(early_, free_.count(), count, width, measures);
      return free_.count();
    });
  }
  bool split_rounds(SplitRounds<Word>* split, Measures* measures) {
    split->begin();
    const bool are_few = rounds_until_few([&](int count, int width) {
      unsigned free = 0;
      for (int i = 0; i < count; ++i, ++measures->rounds) free = split->round(width);
      return free;
    });
    if (are_few) split->hand_over(suitors_.data(), next_.data(), placements_.data(), &free_);
    return are_few;
  }

  // round(count, width) makes `count` rounds, and returns how many men are free then.
  template <class Round>
  bool rounds_until_few(const Round& round) {
    const unsigned men = problem_.men;
    unsigned free = round(1, 1);
    if (free > men / 4 * 3) return false;
    const unsigned few = std::min(kFewForBlock, men / 16);
    for (unsigned before = men; free > few && free < before / 8 * 7;) {
      before = free;
      free = round(kRoundsInFlight, kWomenOfRound);
    }
    return true;
  }

  // Handles few men at a time, because otherwise most men would displace each other.
  void go_in_order() {
    if (free_.count() > 0) chains(kMenInOrder, kThreadsInOrder, kStepsToTheEnd);
  }

  // Called when all men are free. For one group of men at a time, the whole GPU moves each man past
  // the women whom earlier men have taken. Then one block needs few rounds for the group.
  void groups_in_order() {
    if constexpr (sizeof(Word) == sizeof(NarrowWord)) {
      const unsigned men = problem_.men;
      free_.clear_later();
      for (unsigned first = 0; first < men; first += kMenOfGroup) {
        const std::int32_t* const group = free_.now().men + first;
        const unsigned count = std::min(kMenOfGroup, men - first);
        constexpr unsigned kWarps = kThreads / kWarpSize;
        skip_gpu<<<(count + kWarps - 1) / kWarps, kThreads>>>(all_, group, count);
        CUDA_CHECK(cudaGetLastError());
        block_rounds(all_, group, count, kWarpSize - 1);
      }
      free_.swap();
    }
  }

  void finish_early() {
    if constexpr (sizeof(Word) == sizeof(NarrowWord)) {
      rounds_until_alone(early_);
      if (const unsigned free = free_.count(); free > 0 && free <= kAlone) two_chains(free);
    }
  }

  void finish_in_a_block() {
    if constexpr (sizeof(Word) == sizeof(NarrowWord)) {
      rounds_until_alone(all_);
      if (free_.count() > 0) last_chains();
    }
  }

  void finish_in_blocks(Measures* measures) {
    for (unsigned free = free_.count(); free > 0; free = free_.count()) {
      const bool words_fit = fits(bytes_of_words());
      if (free > kFewFree) {
        rounds(all_, free, kRoundsInFlight, kWomenOfRound, measures);
      } else if (free > static_cast<unsigned>(device_.multiProcessorCount)) {
        chains(std::min(free, 32u * device_.multiProcessorCount), kWarpSize, kStepsOfWarp);
      } else if (free > kAlone || !words_fit) {
        chains(std::min(free, 2u * device_.multiProcessorCount), kBlock,
               words_fit ? kStepsOfBlock : kStepsToTheEnd);
      } else {
        last_chains();
      }
    }
  }

  int blocks_for(unsigned men) const {
    const unsigned most = 16u * device_.multiProcessorCount;
    return static_cast<int>(std::min(most, (men + kThreads - 1) / kThreads));
  }

  template <class AnyView>
  void rounds(const DeviceMarriage<AnyView>& all, unsigned free, int in_flight, int width,
              Measures* measures) {
    for (int i = 0; i < in_flight; ++i, ++measures->rounds) {
      free_.clear_later();
      round_gpu<<<blocks_for(free), kThreads>>>(all, free_.now(), free_.later(), width);
      CUDA_CHECK(cudaGetLastError());
      free_.swap();
    }
  }

  void rounds_of_many(unsigned free, Measures* measures) {
    free_.clear_later();
    round_many_gpu<<<blocks_for(free), kThreads>>>(all_, free_.now(), free_.later());
    CUDA_CHECK(cudaGetLastError());
    free_.swap();
    ++measures->rounds;
  }

  void chains(unsigned blocks, int threads, long long steps) {
    begin_chains();
    chains_gpu<false><<<blocks, threads>>>(all_, free_.now(), taken_.data(), free_.later(), steps,
                                           problem_.women);
    CUDA_CHECK(cudaGetLastError());
    free_.swap();
  }

  template <class AnyView>
  void rounds_until_alone(const DeviceMarriage<AnyView>& all) {
    const unsigned free = free_.count();
    if (free <= kAlone) return;
    free_.clear_later();
    block_rounds(all, free_.now().men, free, kAlone * kWarpSize);
    free_.swap();
  }
  template <class AnyView>
  void block_rounds(const DeviceMarriage<AnyView>& all, const std::int32_t* free, unsigned count,
                    int few) {
    const unsigned warps = std::min<unsigned>(count, kThreadsOfRounds / kWarpSize);
    const std::size_t bytes = take_shared_memory(block_rounds_gpu<AnyView>);
    block_rounds_gpu<<<1, warps * kWarpSize, bytes>>>(all, free, count, free_.later(), problem_.men,
                                                      problem_.women, few);
    CUDA_CHECK(cudaGetLastError());
  }
  void two_chains(unsigned free) {
    free_.clear_later();
    const std::size_t bytes = take_shared_memory(two_chains_gpu<EarlyView>);
    two_chains_gpu<<<1, kThreadsOfRounds, bytes>>>(early_, free_.now().men, free, free_.later(),
                                                   problem_.men, problem_.women);
    CUDA_CHECK(cudaGetLastError());
    free_.swap();
  }

  // Lets a kernel use the shared memory that the data of all persons need.
  template <class Kernel>
  std::size_t take_shared_memory(Kernel kernel) {
    const std::size_t bytes = bytes_of_persons();
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)));
    return bytes;
  }

  // Uses one block. The words of all women are in its shared memory, so the block needs no
  // access to global memory to learn who was displaced.
  void last_chains() {
    begin_chains();
    const int bytes = static_cast<int>(bytes_of_words());
    CUDA_CHECK(cudaFuncSetAttribute(chains_gpu<true, View>,
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    chains_gpu<true><<<1, kBlock, bytes>>>(all_, free_.now(), taken_.data(), free_.later(),
                                           kStepsToTheEnd, problem_.women);
    CUDA_CHECK(cudaGetLastError());
    free_.swap();
  }

  void begin_chains() {
    free_.clear_later();
    CUDA_CHECK(cudaMemsetAsync(taken_.data(), 0, sizeof(unsigned)));
  }

  std::size_t bytes_of_words() const { return (suitors_.size() * sizeof(Word) + 7) / 8 * 8; }
  // How many bytes of shared memory the rounds of a block need. These rounds cannot use words of 64
  // bits: for such words, this function returns more bytes than any shared memory has.
  std::size_t bytes_of_persons() const {
    constexpr std::size_t kTooMany = std::size_t{1} << 40;
    const bool is_narrow = sizeof(Word) == sizeof(NarrowWord);
    return is_narrow ? bytes_of_words() + 2 * (problem_.men + 1) : kTooMany;
  }
  bool fits(std::size_t bytes) const { return bytes <= device_.sharedMemPerBlockOptin - kReserve; }

  const Problem& problem_;
  cudaDeviceProp device_{};
  FreeLists free_;
  DeviceArray<Word> suitors_;
  DeviceArray<std::int64_t> next_;
  DeviceArray<std::int64_t> women_places_;
  DeviceArray<int> owed_;
  DeviceArray<unsigned long long> placements_;
  DeviceArray<unsigned> taken_;  // how many men the blocks have taken from the list of free men
  DeviceMarriage<View> all_;
  DeviceMarriage<EarlyView> early_;
};

}  // namespace handshake::marriage
