// Lists on the GPU, and which kernel comes next: rounds with a thread a man while many men are free,
// then a warp a man, then a block a man. A single chain is no parallel work: all that helps is to
// look at many women at once.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "extensions/common/copies.cuh"
#include "extensions/stable_marriage/answer.hpp"
#include "extensions/stable_marriage/complete_lists.cuh"
#include "extensions/stable_marriage/free_lists.cuh"
#include "extensions/stable_marriage/gpu_engine.hpp"
#include "extensions/stable_marriage/order_of_men.hpp"
#include "extensions/stable_marriage/shared_lists.hpp"

namespace handshake {
namespace {

constexpr int kThreads = 256;
constexpr int kWomenOfRound = 8;      // that a man looks at in one round; more save few rounds
constexpr unsigned kFewFree = 50000;  // then a warp a man
constexpr int kRoundsInFlight = 8;    // before the host asks how many are free
constexpr int kWarp = 32;
constexpr int kBlock = 1024;
constexpr long long kStepsOfWarp = 256;
constexpr long long kStepsOfBlock = 512;
constexpr long long kStepsToTheEnd = 1ll << 40;
constexpr unsigned kAlone = 2;          // so few men are left to one block
constexpr std::size_t kReserve = 1024;  // shared memory for what else a block keeps there

template <class View>
class GpuEngine {
 public:
  using Word = typename View::Word;

  GpuEngine(const Problem& problem, const View& device_view)
      : problem_(problem),
        free_(problem.men),
        suitors_(problem.women_places.first(problem.women)),
        next_(problem.men),
        women_places_(on_device<std::int64_t>(problem.women_places.starts())),
        owed_(problem.one_each() ? 0 : problem.men),
        placements_(1),
        taken_(1),
        all_{device_view,          suitors_.data(), next_.data(),
             women_places_.data(), owed_.data(),    placements_.data()} {
    CUDA_CHECK(cudaGetDeviceProperties(&device_, 0));
  }

  // host_view: the same lists, for the answer. prepare() runs first, within the time.
  template <class HostView, class Prepare>
  Marriage run(const HostView& host_view, const Prepare& prepare, SolveMeasures* measures) {
    CUDA_CHECK(cudaDeviceSynchronize());
    const auto start = std::chrono::steady_clock::now();
    prepare();
    begin();
    for (unsigned free = free_.count(); free > 0; free = free_.count()) {
      const bool fits = bytes_of_words() <= device_.sharedMemPerBlockOptin - kReserve;
      if (!problem_.one_each()) {
        rounds_of_many(free, measures);
      } else if (free > kFewFree) {
        rounds(free, measures);
      } else if (free > static_cast<unsigned>(device_.multiProcessorCount)) {
        chains(free, kWarp, kStepsOfWarp);
      } else if (free > kAlone || !fits) {
        chains(free, kBlock, fits ? kStepsOfBlock : kStepsToTheEnd);
      } else {
        last_chains();
      }
    }
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
    if (has_long_lists(problem_)) order_men();
  }

  void order_men() {
    ranks_at_first_choice_gpu<<<blocks_for(problem_.men), kThreads>>>(all_, free_.later().men,
                                                                      problem_.men);
    CUDA_CHECK(cudaGetLastError());
    std::vector<Person> ranks(problem_.men);
    const std::size_t bytes = ranks.size() * sizeof(Person);
    CUDA_CHECK(cudaMemcpy(ranks.data(), free_.later().men, bytes, cudaMemcpyDeviceToHost));
    const std::vector<Person> order = order_by_rank(ranks);
    CUDA_CHECK(cudaMemcpy(free_.now().men, order.data(), bytes, cudaMemcpyHostToDevice));
  }

  int blocks_for(unsigned men) const {
    const unsigned most = 16u * device_.multiProcessorCount;
    return static_cast<int>(std::min(most, (men + kThreads - 1) / kThreads));
  }

  void rounds(unsigned free, SolveMeasures* measures) {
    for (int i = 0; i < kRoundsInFlight; ++i, ++measures->rounds) {
      free_.clear_later();
      round_gpu<<<blocks_for(free), kThreads>>>(all_, free_.now(), free_.later(), kWomenOfRound);
      CUDA_CHECK(cudaGetLastError());
      free_.swap();
    }
  }

  void rounds_of_many(unsigned free, SolveMeasures* measures) {
    free_.clear_later();
    round_many_gpu<<<blocks_for(free), kThreads>>>(all_, free_.now(), free_.later());
    CUDA_CHECK(cudaGetLastError());
    free_.swap();
    ++measures->rounds;
  }

  void chains(unsigned free, int threads, long long steps) {
    const unsigned blocks_each = std::min(2048 / threads, 32);  // of a multiprocessor
    begin_chains();
    chains_gpu<false><<<std::min(free, blocks_each * device_.multiProcessorCount), threads>>>(
        all_, free_.now(), taken_.data(), free_.later(), steps, problem_.women);
    CUDA_CHECK(cudaGetLastError());
    free_.swap();
  }

  // One block, so that whoever is displaced is known without a way through the memory of the GPU.
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

  const Problem& problem_;
  cudaDeviceProp device_{};
  FreeLists free_;
  DeviceArray<Word> suitors_;
  DeviceArray<std::int64_t> next_;
  DeviceArray<std::int64_t> women_places_;
  DeviceArray<int> owed_;
  DeviceArray<unsigned long long> placements_;
  DeviceArray<unsigned> taken_;  // men whom blocks took from the free list
  DeviceMarriage<View> all_;
};

void nothing() {}

template <class Word>
Marriage solve_lists(const Problem& problem, const Lists<Word>& lists, SolveMeasures* measures) {
  const DeviceArray<std::int64_t> offsets = on_device<std::int64_t>(lists.offsets);
  const DeviceArray<Word> entries = on_device<Word>(lists.entries);
  GpuEngine<ListsView<Word>> engine(problem, {offsets.data(), entries.data()});
  const ListsView<Word> host_view{lists.offsets.data(), lists.entries.data()};
  return engine.run(host_view, nothing, measures);
}

Marriage solve_complete(const Problem& problem, const Lists<NarrowWord>& lists,
                        SolveMeasures* measures) {
  CompleteLists complete(problem.men, problem.women, lists.entries);
  GpuEngine<CompleteView> engine(problem, complete.view());
  const ListsView<NarrowWord> host_view{lists.offsets.data(), lists.entries.data()};
  return engine.run(host_view, [&] { complete.make_ranks(); }, measures);
}

}  // namespace

Marriage solve_on_gpu(const Problem& problem, const SolveOptions& options,
                      SolveMeasures* measures) {
  int gpus = 0;
  const cudaError_t error = cudaGetDeviceCount(&gpus);
  if (error != cudaSuccess || gpus == 0) {
    throw DeviceError(std::string("no GPU can be used (") + cudaGetErrorString(error) +
                      "); take -engine omp, or build with BACKEND=cpu and a GPU is pretended");
  }
  if (std::holds_alternative<SharedLists>(problem.lists)) {
    return solve_shared_on_gpu(problem, measures);
  }
  const auto* const narrow = std::get_if<Lists<NarrowWord>>(&problem.lists);
  if (options.make_ranks) {
    if (narrow == nullptr || !is_complete(problem, *narrow)) {
      throw InputError("-make-ranks", 0,
                       "needs complete lists, of at most 65535 persons a side and one place each");
    }
    return solve_complete(problem, *narrow, measures);
  }
  if (narrow != nullptr) return solve_lists(problem, *narrow, measures);
  return solve_lists(problem, std::get<Lists<WideWord>>(problem.lists), measures);
}

bool has_real_gpu() {
  int gpus = 0;
  cudaDeviceProp properties{};
  if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) return false;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return false;
  return std::string(properties.name).find("CPU") == std::string::npos;
}

}  // namespace handshake
